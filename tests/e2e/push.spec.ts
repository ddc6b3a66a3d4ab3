import type { BrowserContext, CDPSession, JSHandle, Worker } from '@playwright/test';
import type { TestSubscription } from '@undertone/test-support/push-service';
import type { Account } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { postDrop } from './post-drop.ts';
import { like } from './seed.ts';
import { signIn, signOut } from './sign-in-form.ts';

// Without a network, and without a push service of its vendor, Chromium logs failures.
test.use({ serviceWorkers: 'allow', expectedErrors: [/./] });

/**
 * Lets a browser subscribe at the push service of the tests, and grants the permission once it is asked for.
 * Chromium's push service needs Google, and its headless shell shows no notifications.
 */
async function subscribeHere(context: BrowserContext, device: TestSubscription): Promise<void> {
  const { endpoint, p256dh, auth } = device;
  await context.addInitScript(
    (keys) => {
      // A blank page has no storage.
      if (location.protocol === 'about:') return;
      let permission = localStorage.getItem('test:permission') ?? 'default';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = async () => {
        permission = 'granted';
        localStorage.setItem('test:permission', permission);
        return 'granted';
      };
      const stored = () => localStorage.getItem('test:push-key');
      const subscription = () => {
        const key = stored();
        if (key === null) return null;
        return {
          endpoint: keys.endpoint,
          options: { applicationServerKey: Uint8Array.from(JSON.parse(key)).buffer },
          toJSON: () => ({
            endpoint: keys.endpoint,
            keys: { p256dh: keys.p256dh, auth: keys.auth },
          }),
          unsubscribe: async () => {
            localStorage.removeItem('test:push-key');
            return true;
          },
        };
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscription(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          localStorage.setItem('test:push-key', JSON.stringify([...applicationServerKey]));
          return subscription();
        },
      });
    },
    { endpoint, p256dh, auth },
  );
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
}

/** What a service worker has done. */
interface Done {
  shown: Shown[];
  /** The paths of the windows that it has opened. */
  opened: string[];
  /** The number at the app's icon. */
  badge: number;
}

/**
 * Records what a service worker shows and opens. Chromium's headless shell shows no notifications, and ends a
 * worker that sets the number at the icon.
 */
const record = (worker: Worker): Promise<JSHandle<Done>> =>
  worker.evaluateHandle(() => {
    const done: Done = { shown: [], opened: [], badge: 0 };
    Object.assign(Reflect.get(globalThis, 'registration'), {
      showNotification: async (
        title: string,
        { body, tag, data }: { body: string; tag: string; data: { path: string } },
      ) => void done.shown.push({ title, body, tag, path: data.path }),
    });
    Object.assign(Reflect.get(globalThis, 'clients'), {
      openWindow: async (path: string) => void done.opened.push(path),
    });
    Object.assign(navigator, { setAppBadge: async (count: number) => void (done.badge = count) });
    return done;
  });

/** The browser's service worker of the app. */
class AppWorker {
  readonly #worker: Worker;
  readonly #record: JSHandle<Done>;
  readonly #session: CDPSession;
  readonly #origin: string;
  readonly #registrationId: string;

  constructor(
    worker: Worker,
    done: JSHandle<Done>,
    session: CDPSession,
    origin: string,
    id: string,
  ) {
    this.#worker = worker;
    this.#record = done;
    this.#session = session;
    this.#origin = origin;
    this.#registrationId = id;
  }

  /** Connects by a page of the site that is none of the app: without any, Playwright loses a worker that restarts. */
  static async connect(context: BrowserContext, origin: string): Promise<AppWorker> {
    const page = await context.newPage();
    await page.goto('/healthz');
    const session = await context.newCDPSession(page);
    const found = Promise.withResolvers<string>();
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) found.resolve(own.registrationId);
    });
    await session.send('ServiceWorker.enable');
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return new AppWorker(worker, await record(worker), session, origin, await found.promise);
  }

  /** Delivers a message as the browser's push service does. */
  async send(content: object): Promise<void> {
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data: JSON.stringify(content),
    });
  }

  /** Delivers a message, and waits until the worker has shown it alone since the last one. */
  async expectShown(content: object, title: string, body?: string): Promise<void> {
    await this.send(content);
    await expect
      .poll(() => this.#record.evaluate(({ shown }) => shown.splice(0)))
      .toMatchObject([{ title, ...(body !== undefined && { body }) }]);
  }

  /** The number at the app's icon. */
  badge(): Promise<number> {
    return this.#record.evaluate(({ badge }) => badge);
  }

  /** Presses a notification. @returns the windows that the worker has opened since its start */
  async press({ path, tag }: Pick<Shown, 'path' | 'tag'>): Promise<string[]> {
    await this.#worker.evaluate(
      async (pressed) => {
        const work: Promise<unknown>[] = [];
        const event = Object.assign(new Event('notificationclick'), {
          notification: { tag: pressed.tag, data: { path: pressed.path }, close: () => undefined },
          waitUntil: (promise: Promise<unknown>) => work.push(promise),
        });
        dispatchEvent(event);
        // A page may be focused only after a press of a person.
        await Promise.allSettled(work);
      },
      { path, tag },
    );
    return this.#record.evaluate(({ opened }) => opened);
  }
}

test('a like reaches somebody who closed the app, and nobody who signed in on the same browser later', async ({
  join,
  register,
  backend,
  pushService,
}) => {
  const ada = await join('ada');
  const ben = await register('ben');
  const { context } = ada;
  const drop = await postDrop(ada.client, 'Rain on the roof');
  const device = pushService.subscribe();
  await subscribeHere(context, device);

  await ada.page.goto('/notifications');
  await ada.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect(ada.page.getByText('Get notified also while Undertone is closed.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(ada.page.getByRole('button', { name: 'Turn on' })).toHaveCount(0);
  const worker = await AppWorker.connect(context, backend.url);

  await test.step('a test arrives, from the list of devices', async () => {
    await ada.page.goto('/settings');
    const devices = ada.page.getByRole('list', { name: 'Devices with Push' });
    await expect(devices.getByText('This device')).toBeVisible();
    await devices.getByRole('button', { name: /^Send a test/ }).click();
    await expect.poll(() => device.received).toHaveLength(1);
    await worker.expectShown(device.received[0]!.content, 'This device receives push messages');
  });

  const liked = { title: `${ben.username} liked your voice drop`, body: 'Rain on the roof' };
  const pressed = { path: `/voice-drop/${drop}`, tag: `like:${drop}` };
  await test.step('a like arrives while no page of the app is open, and opens its drop', async () => {
    await ada.page.close();
    await like(ben, drop);
    await expect.poll(() => device.received).toHaveLength(2);
    await worker.expectShown(device.received[1]!.content, liked.title, liked.body);
    expect(await worker.badge()).toBe(1);
    expect(await worker.press(pressed)).toEqual([pressed.path]);
  });

  const page = await context.newPage();
  await test.step('what a pressed message has announced is read', async () => {
    await page.goto('/trending');
    const states = async () =>
      (await ada.client.from('notifications').select('read')).data?.map(({ read }) => read);
    await expect.poll(states).toEqual([true]);
  });

  await test.step('with a page open, a press opens the drop there', async () => {
    await expect(async () => {
      await worker.press(pressed);
      await page.waitForURL(`**${pressed.path}`, { timeout: 1000 });
    }).toPass();
  });

  await test.step('after signing out offline, the next account on this browser gets its own alone', async () => {
    await context.setOffline(true);
    await signOut(page);
    await context.setOffline(false);
    await signIn(page, ben.email, ben.password);
    const devicesOf = async ({ client }: Account) =>
      (await client.from('push_subscriptions').select('endpoint')).data;
    await expect.poll(() => devicesOf(ben)).toEqual([{ endpoint: device.endpoint }]);
    expect(await devicesOf(ada)).toEqual([]);
    await like(ben, await postDrop(ada.client, 'Thunder'));
    await like(ada, await postDrop(ben.client, 'Under the bridge'));
    await expect.poll(() => device.received).toHaveLength(3);
    // As if the push service had kept a message for ada.
    await worker.send(device.received[1]!.content);
    const title = `${ada.username} liked your voice drop`;
    await worker.expectShown(device.received[2]!.content, title, 'Under the bridge');
  });
});
