import type { Page } from '@playwright/test';
import { expect, record, test } from './people.ts';
import { postDrop } from './post-drop.ts';
import { cardOf, titleOf } from './scene.ts';

test.use({ serviceWorkers: 'allow', expectedComplaints: [/./] });

/** Once the page has what it takes to open without one. */
async function loseNetwork(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
}

test('a stranger who opens the recorder without a network is told that signing in has to wait', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/auth');
  await loseNetwork(page);
  await page.goto('/record');
  await page.waitForURL('**/auth?next=%2Frecord');
  const words = page.getByText('You are offline. Signing in has to wait.');
  await expect(words).toBeVisible();
  await page.context().setOffline(false);
  await expect(words).toBeHidden();
});

test('a page that was opened without a network says what it lacks, and has it once there is one', async ({
  join,
}) => {
  const { page, context, client, username } = await join('ada');
  const title = titleOf('Power cut');
  await postDrop(client, title);
  await loseNetwork(page);
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

test('without a network the app opens, records and keeps the take, which is posted once there is one', async ({
  join,
}) => {
  const { page, context } = await join('ada');
  await loseNetwork(page);
  await page.goto('/record');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await record(page, 1);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await expect(page.getByText('Upload Failed')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('article')).toBeVisible();
});

test('who was here before goes on recording without a network, and posts with the session that is renewed then', async ({
  join,
}) => {
  const { page, context } = await join('ada');
  await loseNetwork(page);
  // As after a night: the token has run out, and only the server could renew it.
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
