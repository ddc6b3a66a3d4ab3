import { randomUUID } from 'node:crypto';
import { expectAccessible, openPath } from './accessibility.ts';
import { emailOf, password, uniqueUsername } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { postDrop, postDrops } from './post-drop.ts';

const pages = [
  '/feed',
  '/about',
  '/jobs',
  '/faqs',
  '/contact',
  '/privacy',
  '/terms',
  '/community-guidelines',
  '/voice-usage',
  '/no/such/page',
];

test('axe finds no violations on the public pages', async ({ visit }) => {
  const page = await visit();
  for (const path of ['/', ...pages]) {
    // The landing page has a document of its own.
    if (page.url().endsWith('/')) await page.goto(path);
    else await openPath(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  await openPath(page, '/faqs');
  await page.getByText('What is a voice drop?').click();
  await expectAccessible(page, 'an open question');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'explore' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Explore' })).toBeVisible();
  await expect(page.getByText('Loading drops...')).toBeHidden();
  await expectAccessible(page, 'Explore dialog');
});

test('a visitor plays samples and drops, signs up, and returns to the drop', async ({
  register,
  visit,
}) => {
  const host = await register('host');
  const title = `Somebody is up late ${randomUUID().slice(0, 6)}`;
  await postDrops(host.client, ['One', 'Two', 'Three', 'Four', 'Five']);
  const path = `/voice-drop/${await postDrop(host.client, title)}`;
  const page = await visit();

  await test.step('the home page plays a sample of a filter', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Say it softly. Be heard.');
    await page.getByRole('button', { name: 'Play Mum, the plant is alive' }).click();
    await expect(page.getByRole('button', { name: 'Stop Mum, the plant is alive' })).toBeVisible();
  });

  await test.step('the public feed plays a drop that appears while it is open', async () => {
    await page.getByRole('link', { name: 'listen first' }).click();
    await page.waitForURL('**/feed');
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    const fresh = `Just now ${randomUUID().slice(0, 6)}`;
    await postDrop(host.client, fresh);
    const drop = page.getByRole('article', { name: fresh });
    await drop.getByRole('button', { name: `Play ${fresh}` }).click();
    // The drop lasts less than a second; the player and the count of plays remain.
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await expect(drop.getByText(/^1\s*play$/)).toBeVisible();
    await drop.getByRole('button', { name: /^Like/ }).click();
    await expect(page.getByText('Please log in to like voice drops')).toBeVisible();
  });

  await test.step('the Explore dialog leads to a profile', async () => {
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'explore' })
      .click();
    const people = page.getByRole('dialog', { name: 'Explore' });
    await people.getByRole('searchbox').fill(host.username);
    await people.getByRole('link', { name: new RegExp(host.username) }).click();
    await page.waitForURL(`**/${host.username}`);
    await expect(page.getByRole('heading', { name: host.username, exact: true })).toBeVisible();
  });

  await test.step('the profile plays a public drop', async () => {
    const drop = page.getByRole('article', { name: title });
    await drop.getByRole('button', { name: `Play ${title}` }).click();
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await expect(drop.getByText(/^1\s*play$/)).toBeVisible();
  });

  await test.step('the drop’s page invites to sign up, opens again afterwards, and has the visitor’s like', async () => {
    await page.goto(path);
    // The player, which comes back with the page, has such a button as well.
    const drop = page.getByRole('article', { name: title });
    await drop.getByRole('button', { name: `Like ${title}, 0 likes` }).click();
    await expect(page.getByText('Please log in to like voice drops')).toBeVisible();
    await page
      .getByRole('region', { name: 'Join the conversation' })
      .getByRole('link', { name: 'Sign Up' })
      .click();
    const username = uniqueUsername('visitor');
    await page.getByLabel('Username').fill(username);
    await expect(page.getByText('Username is available!')).toBeVisible();
    await page.getByLabel('Email').fill(emailOf(username));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL(`**${path}`);
    const liked = drop.getByRole('button', { name: `Like ${title}, 1 like`, pressed: true });
    await expect(liked).toBeVisible();
    await page.reload();
    await expect(liked).toBeVisible();
  });
});
