import { join as joinPath } from 'node:path';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { PushService } from '@undertone/test-support/push-service';
import { createAccount, signInAgain, storeSession, type Account } from './accounts.ts';
import { Mailbox } from './mailbox.ts';

/** An account that is signed in in its own browser context. */
export interface Person extends Account {
  /** A blank tab. */
  readonly page: Page;
  readonly context: BrowserContext;
}

interface Fixtures {
  /** Creates an account and signs it in in its own browser context. */
  join: (name: string) => Promise<Person>;
  /** Signs an account in in another browser context. */
  signInElsewhere: (account: Account) => Promise<Page>;
  /** Creates an account that is used through the API only. */
  register: (name: string) => Promise<Account>;
  /** Opens a browser context that is signed out. */
  visit: () => Promise<Page>;
  /** Patterns of errors that the page's code may log in these tests. */
  expectedErrors: RegExp[];
}

interface WorkerFixtures {
  /** The push service of all browsers. */
  pushService: PushService;
  /**
   * Each worker has its own backend, so that parallel tests do not share feeds. A journey with another one
   * ends the worker, and the next journey starts it again, which takes seconds of processor time.
   */
  backend: TestBackend;
  /** All mails and text messages that the backend has sent. */
  mailbox: Mailbox;
}

/** Patterns of what Chromium itself logs about failed requests. The tests check what the page does about them. */
const browserErrors = [/Failed to load resource/, /net::ERR_/];

/** Collects the errors that the page's own code throws or logs. */
function collectErrors(page: Page, errors: string[], expected: RegExp[]): void {
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = [...browserErrors, ...expected].some((pattern) => pattern.test(text));
    if (message.type() === 'error' && !isExpected) errors.push(text);
  });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  pushService: [
    async ({}, use) => {
      const service = new PushService();
      await service.start();
      await use(service);
      service.stop();
    },
    { scope: 'worker' },
  ],

  backend: [
    async ({ pushService }, use) => {
      const backend = await startBackend({ env: { PUSH_ORIGINS: pushService.origin } });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker' },
  ],

  mailbox: [
    async ({ backend }, use) => {
      await use(new Mailbox(joinPath(backend.dataDir, 'mail')));
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ backend }, use) => {
    await use(backend.url);
  },

  expectedErrors: [[], { option: true }],

  visit: async ({ browser, expectedErrors }, use) => {
    const errors: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      context.on('page', (page) => collectErrors(page, errors, expectedErrors));
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(errors, 'the page’s code logs and throws no errors').toEqual([]);
  },

  register: async ({ backend }, use) => {
    await use((name) => createAccount(backend, name));
  },

  signInElsewhere: async ({ backend, visit }, use) => {
    await use(async (account) => {
      const page = await visit();
      await storeSession(page.context(), backend.url, await signInAgain(backend, account));
      return page;
    });
  },

  join: async ({ backend, register, visit }, use) => {
    await use(async (name) => {
      const account = await register(name);
      const page = await visit();
      const context = page.context();
      await storeSession(context, backend.url, account.localStorage);
      return { ...account, page, context };
    });
  },
});

export { expect };
