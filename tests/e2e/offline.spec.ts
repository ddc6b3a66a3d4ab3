import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postSpokenDrop } from './post-drop.ts';
import { record } from './recording.ts';
import { bookmark } from './seed.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/./] });

/** Waits until the service worker can serve the site without a network, and goes offline. */
async function goOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
}

test('a visitor who opens the recorder offline reads that signing in has to wait', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/auth');
  await goOffline(page);
  await page.goto('/record');
  await page.waitForURL('**/auth?next=%2Frecord');
  const notice = page.getByText('You are offline. This has to wait for a connection.');
  await expect(notice).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
});

test('a page opened offline names what it could not load, and loads it when the network returns', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page, context, client, username } = ada;
  const title = uniqueTitle('Power cut');
  const id = await postSpokenDrop(client, title);
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

  await test.step('with kept drops, a bookmark plays after a reload, and a like is sent later', async () => {
    await bookmark(ada, id);
    await page.goto('/settings');
    await page.getByRole('switch', { name: 'Keep voice drops for offline listening' }).click();
    await expect(page.getByText(/^1 voice drop, .* MB used$/)).toBeVisible();
    await context.setOffline(true);
    await page.goto('/bookmarks');
    await expect(page.getByText('You can play what this device has kept.')).toBeVisible();
    const card = cardOf(page, title);
    await card.getByRole('button', { name: `Play ${title}` }).click();
    const audio = page.locator('audio');
    const position = () => audio.evaluate((each: HTMLAudioElement) => each.currentTime);
    await expect.poll(position).toBeGreaterThan(0);
    await expect(audio).toHaveAttribute('src', /^blob:/);
    // Each press seeks forward by five seconds.
    for (let press = 0; press < 3; press++) await page.keyboard.press('l');
    await expect.poll(position, { timeout: 5000 }).toBeGreaterThan(14);
    await card.getByRole('button', { name: `Like ${title}, 0 likes` }).click();
    await expect(card.getByRole('button', { name: `Like ${title}, 1 like` })).toBeVisible();
    await context.setOffline(false);
    const stored = async () => {
      const { data } = await client
        .from('voice_drops')
        .select('play_count, counts(like_count)')
        .eq('id', id);
      return data;
    };
    await expect.poll(stored).toEqual([{ play_count: 0, counts: { like_count: 1 } }]);
  });
});

test('a drop that is recorded and posted offline waits over a reload, and is posted when the network returns', async ({
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

test('a member whose token expires while offline records, and posts with the renewed session', async ({
  join,
}) => {
  const { page, context } = await join('ada');
  await page.goto('/app');
  await goOffline(page);
  // The token has expired, as after a night, and only the server can renew it.
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

test('a page opened offline with an empty cache explains itself, and opens by itself when the network returns', async ({
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
  // The page that has loaded fills the cache again, the document last.
  const isFilled = () => page.evaluate(async () => (await caches.match('/app')) !== undefined);
  await expect.poll(isFilled).toBe(true);
  await page.context().setOffline(true);
  await page.goto('/auth');
  await expect(page.getByText('You are offline. This has to wait for a connection.')).toBeVisible();
});
