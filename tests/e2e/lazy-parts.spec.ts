import type { Locator, Page, Request } from '@playwright/test';
import { builtFile } from './built-file.ts';
import { expect, test } from './fixtures.ts';
import { bell, cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop, postDrops, postSpokenDrop } from './post-drop.ts';
import { startRecording } from './recording.ts';
import { comment } from './seed.ts';

test.use({ expectedErrors: [/could not be|cannot be received/] });

/** How often in a row the page has to be idle before it is considered to have run what it fetched. */
const PAUSES = 4;

/** Moves the pointer to a button, and waits until the page has fetched and run what that asks for. */
async function hoverUntilLoaded(page: Page, button: Locator): Promise<void> {
  const pending = new Set<Request>();
  const add = (request: Request) => pending.add(request);
  const remove = (request: Request) => pending.delete(request);
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove);
  await button.hover();
  for (let pauses = 0; pauses < PAUSES; pauses = pending.size > 0 ? 0 : pauses + 1) {
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  }
  page.off('request', add).off('requestfinished', remove).off('requestfailed', remove);
}

/** Presses a button once its popup's code has loaded. @returns whether the next frame shows the popup */
async function opensAtOnce(page: Page, button: Locator, opened: string): Promise<boolean> {
  await hoverUntilLoaded(page, button);
  return button.evaluate((element, selector) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (element instanceof HTMLElement) element.click();
    // Before this frame is painted.
    requestAnimationFrame(() =>
      resolve(document.querySelector(selector)?.checkVisibility() ?? false),
    );
    return promise;
  }, opened);
}

test('a menu or dialog that opens for the first time is complete in the next frame', async ({
  join,
}) => {
  const { page, client } = await join('ada');
  const title = uniqueTitle('At once');
  await postDrop(client, title);
  for (const [path, popups] of [
    [
      '/app',
      [
        ['Your account', '[role=menu]'],
        [`Options for ${title}`, '[role=menu]'],
        [`Share ${title}`, '[role=menu]'],
        ['Notifications', '[role=dialog]'],
        [`Comments on ${title}, 0 comments`, '[role=dialog]'],
        ['Share your voice...', '[aria-label="Start recording"]'],
      ],
    ],
    [
      '/profile',
      [
        ['Edit profile', '[role=dialog]'],
        ['Share profile', '[role=dialog]'],
        ['Followers: 0', '[role=dialog]'],
      ],
    ],
  ] as const) {
    await page.goto(path);
    for (const [name, opened] of popups) {
      await test.step(name, async () => {
        const button = page.getByRole('button', { name, exact: true });
        expect(await opensAtOnce(page, button, opened)).toBe(true);
        await page.keyboard.press('Escape');
        await expect(page.locator('[role=menu], [role=dialog]')).toHaveCount(0);
      });
    }
  }
});

/**
 * Fails the first request for each script that is not part of the document.
 * @returns the paths of the scripts whose request has failed
 */
async function failFirstRequests(page: Page): Promise<Set<string>> {
  const html = await (await page.request.get('/app')).text();
  const failed = new Set<string>();
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (html.includes(pathname) || failed.has(pathname)) return route.fallback();
    failed.add(pathname);
    return route.abort('connectionreset');
  });
  return failed;
}

test('every part of the feed recovers by itself when its code fails to load at first', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await join('ada'), await register('ben')];
  const { page } = ada;
  const titles = Array.from({ length: 12 }, (_, index) => uniqueTitle(`Line ${index}`));
  await postDrops(ada.client, titles);
  const drop = await postSpokenDrop(ada.client, uniqueTitle('Spoken'));
  const failed = await failFirstRequests(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSubscribed(page, '/app');

  await test.step('the live bell', async () => {
    await expect(bell(page, 0)).toBeVisible();
    await comment(ben, drop, 'Good.');
    await expect(bell(page, 1)).toBeVisible();
  });

  await test.step('the column beside the feed', async () => {
    await expect(page.getByRole('heading', { name: "Today's activity" })).toBeVisible();
  });

  await test.step('the recovery of a lost focus', async () => {
    const isKept = () =>
      page.evaluate(async () => {
        const button = document.createElement('button');
        document.querySelector('main')?.append(button);
        button.focus();
        button.remove();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return document.activeElement !== document.body;
      });
    await expect.poll(isKept).toBe(true);
  });

  await test.step('tooltips', async () => {
    await page.getByRole('button', { name: 'Expand sidebar' }).hover();
    await expect(page.locator('[data-tooltip-bubble]')).toHaveText('Expand sidebar');
  });

  await test.step('toasts', async () => {
    await page
      .getByRole('button', { name: /^Bookmark / })
      .first()
      .click();
    await expect(page.getByText('Added to bookmarks')).toBeVisible();
  });

  await test.step('the player’s bar', async () => {
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  });

  await test.step('the live feed, and the button of new drops', async () => {
    await page.mouse.move(720, 450);
    await page.mouse.wheel(0, 2500);
    const title = uniqueTitle('News');
    await postDrop(ben.client, title);
    await page.getByRole('button', { name: '1 new voice drop' }).click();
    await expect(cardOf(page, title)).toBeVisible();
  });

  const parts = [
    'features/notifications/notification-bell.tsx',
    'features/notifications/live-notifications.tsx',
    'features/feed/feed-sidebar.tsx',
    'features/drops/list/newest-pill.tsx',
    'shell/frame-background.tsx',
    'shell/player-bar-with-actions.tsx',
    'shell/member-background.tsx',
    'shell/player-background.tsx',
    'ui/announcements.tsx',
    'ui/focus-recovery.tsx',
    'ui/tooltip-layer.tsx',
    'ui/tooltip-bubble.tsx',
    'ui/toast-stack.tsx',
  ];
  expect(parts.filter((part) => !failed.has(builtFile(part)))).toEqual([]);
});

test('a recording that ends before the rest of the recorder has arrived is kept over a reload, and ready when it arrives', async ({
  join,
}) => {
  const { page } = await join('ada');
  const rest = `**${builtFile('features/clips/recorder/after-recording.ts')}`;
  await page.route(rest, (route) => route.abort('connectionreset'));
  await page.goto('/record');
  await startRecording(page, 1);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const waiting = page.getByRole('alert').getByText(/Your recording is kept on this device/);
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await page.unroute(rest);
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible();
  await expect(waiting).toBeHidden();
});
