import { randomUUID } from 'node:crypto';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@undertone/database-types/database';
import { required } from './required.ts';

/** Someone with an account, a browser of their own, and an API client. */
export interface Person {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Signed in as the person; only where the browser cannot ask. */
  readonly client: SupabaseClient<Database>;
}

interface Fixtures {
  /** Someone with an account who is signed in and looks at the feed. */
  join: (name: string) => Promise<Person>;
  /** A browser of someone who has no account. */
  visit: () => Promise<Page>;
  /** What the page's code is expected to log as an error in these tests. */
  expectedComplaints: RegExp[];
}

/** What Chromium itself says of a response that is an error: the tests look at what the page makes of it. */
const ofTheBrowser = [/Failed to load resource/, /net::ERR_/];

/** Collects what the page's own code complains about. */
const watch = (page: Page, complaints: string[], expected: RegExp[]): void => {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (
      message.type() === 'error' &&
      ![...ofTheBrowser, ...expected].some((words) => words.test(text))
    ) {
      complaints.push(text);
    }
  });
};

/** The API of the backend for a client that nobody has signed in with yet. */
export const apiClient = (): SupabaseClient<Database> =>
  createClient<Database>(required('UNDERTONE_URL'), required('UNDERTONE_PUBLISHABLE_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false },
  });

export const test = base.extend<Fixtures>({
  expectedComplaints: [[], { option: true }],

  visit: async ({ browser, expectedComplaints }, use) => {
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        baseURL: required('UNDERTONE_URL'),
        permissions: ['microphone'],
      });
      contexts.push(context);
      const page = await context.newPage();
      watch(page, complaints, expectedComplaints);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, 'nothing is complained about in the console').toEqual([]);
  },

  join: async ({ visit }, use) => {
    await use(async (name) => {
      const username = `${name}-${randomUUID().slice(0, 8)}`;
      const email = `${username}@journeys.example`;
      const password = 'a late evening 7';
      const client = apiClient();
      const { error } = await client.auth.signUp({
        email,
        password,
        options: { data: { username } },
      });
      if (error) throw error;
      const page = await visit();
      await signIn(page, email, password);
      return { username, email, password, page, context: page.context(), client };
    });
  },
});

/** Signs in on the page as a person would, and waits for the feed. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await givePassword(page, email, password);
  await page.waitForURL('**/app');
}

/** The first step of signing in, whatever comes after it. */
export async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Signs out by the account menu, of every device. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth');
}

/** Records until the page says that at least so many seconds have passed. */
export async function speak(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect
    .poll(async () => {
      const status = await page.getByText(/^Recording\.\.\. \d+s \/ 60s$/).textContent();
      return Number.parseInt(status?.replace('Recording... ', '') ?? '0', 10);
    })
    .toBeGreaterThanOrEqual(seconds);
}

/** Records for about as long as asked and stops; the take is then ready. */
export async function record(page: Page, seconds: number): Promise<void> {
  await speak(page, seconds);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
}

/** Where the one audio element of the page is, s. */
export const playingTime = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

export { expect };
