import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { record } from './recording.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/./] });

/** Goes offline once the service worker can open the site without a network. */
async function goOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
}

test('a visitor who opens the recorder offline is told that signing in has to wait', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/auth');
  await goOffline(page);
  await page.goto('/record');
  await page.waitForURL('**/auth?next=%2Frecord');
  const notice = page.getByText('You are offline. Signing in has to wait.');
  await expect(notice).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
});

test('a page opened offline says what it could not load, and loads it once the network is back', async ({
  join,
}) => {
  const { page, context, client, username } = await join('ada');
  const title = uniqueTitle('Power cut');
  await postDrop(client, title);
  await page.goto('/app');
  await goOffline(page);
  await page.goto('/app');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText('Failed to load voice drops').first()).toBeVisible();
  await context.setOffline(false);
  await expect(cardOf(page, title)).toBeVisible();

  await context.setOffline(true);
  await page.goto(`/${username}`);
  await expect(page.getByText('Failed to load profile').first()).toBeVisible();
  await context.setOffline(false);
  await expect(cardOf(page, title)).toBeVisible();
});

test('a page whose reads get no answer says that it is still trying, until they do', async ({
  join,
}) => {
  const { page } = await join('ada');
  const reads = '**/rest/v1/voice_drops**';
  // Never answers.
  await page.route(reads, () => undefined);
  await page.goto('/app');
  const notice = page.getByText('Still trying. The network is slow to answer.');
  await expect(notice).toBeVisible();
  await page.unroute(reads);
  await page.reload();
  await expect(
    page.getByText('No voice drops yet.').or(page.getByRole('article').first()),
  ).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a member records and posts offline; the drop waits over a reload and is posted once the network is back', async ({
  join,
}) => {
  const { page, context } = await join('ada');
  await page.goto('/app');
  await goOffline(page);
  await page.goto('/record');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await record(page, 1);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  const card = page.getByRole('article');
  await expect(card.getByText('Will be posted when you are online')).toBeVisible();

  await page.reload();
  await expect(card.getByText('Will be posted when you are online')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Options for/ })).toBeVisible();
});

test('a member whose token has expired records offline, and posts with the session renewed afterwards', async ({
  join,
}) => {
  const { page, context } = await join('ada');
  await page.goto('/app');
  await goOffline(page);
  // As after a night: the token has expired, and only the server can renew it.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1_700_000_000 }));
  });
  await page.goto('/record');
  await record(page, 1);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();

  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('article')).toBeVisible();
});

test('a page opened offline after the browser has emptied the cache says so, and opens by itself once the network is back', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/auth');
  await goOffline(page);
  const emptyCache = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
  await emptyCache();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByLabel('Email')).toBeVisible();
  // The page that has come had the cache filled again, with the document at the end.
  const isFilled = () => page.evaluate(async () => (await caches.match('/app')) !== undefined);
  await expect.poll(isFilled).toBe(true);
  await page.context().setOffline(true);
  await page.goto('/auth');
  await expect(page.getByText('You are offline. Signing in has to wait.')).toBeVisible();
});
