import { AxeBuilder } from '@axe-core/playwright';
import { randomUUID } from 'node:crypto';
import { expect, test } from './people.ts';
import { postDrop, postDrops } from './post-drop.ts';

const pages = [
  '/',
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages in the ${colorScheme} theme`, async ({ visit }) => {
    const page = await visit();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async () => {
      expect.soft((await new AxeBuilder({ page }).analyze()).violations, page.url()).toEqual([]);
    };
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check();
    }
    await page.goto('/faqs');
    await page.getByText('What is a voice drop?').click();
    await check();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'explore' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Explore' })).toBeVisible();
    await expect(page.getByText('Loading drops...')).toBeHidden();
    await check();
  });
}

test('a stranger looks around, hears a voice, and joins where they were', async ({
  join,
  visit,
}) => {
  const host = await join('host');
  const title = `Somebody is up late ${randomUUID().slice(0, 6)}`;
  await postDrops(host.client, ['One', 'Two', 'Three', 'Four', 'Five']);
  const path = `/voice-drop/${await postDrop(host.client, title)}`;
  const page = await visit();

  await test.step('the front door lets them hear what a filter does', async () => {
    // The cards drift, and a pointer waits for what it presses to stand still.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Say it softly. Be heard.');
    await page.getByRole('button', { name: 'Play Mum, the plant is alive' }).click();
    await expect(page.getByRole('button', { name: 'Stop Mum, the plant is alive' })).toBeVisible();
  });

  await test.step('and to listen before anything is asked of them: what is posted meanwhile arrives', async () => {
    await page.getByRole('link', { name: 'listen first' }).click();
    await page.waitForURL('**/feed');
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    const fresh = `Just now ${randomUUID().slice(0, 6)}`;
    await postDrop(host.client, fresh);
    const drop = page.getByRole('article', { name: fresh });
    await drop.getByRole('button', { name: `Play ${fresh}` }).click();
    // It is over in a tenth of a second: what stays is the player, and that it was heard.
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await expect(drop.getByRole('listitem').filter({ hasText: /^1\s*play$/ })).toBeVisible();
    await drop.getByRole('button', { name: /^Like/ }).click();
    await expect(page.getByText('Please log in to like voice drops')).toBeVisible();
  });

  await test.step('explore shows who is here, and leads to them', async () => {
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

  await test.step('a public drop can be heard, and nobody asks who listens', async () => {
    const drop = page.getByRole('article', { name: title });
    await drop.getByRole('button', { name: `Play ${title}` }).click();
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await expect(drop.getByRole('listitem').filter({ hasText: /^1\s*play$/ })).toBeVisible();
  });

  await test.step('its page invites them, and they are there again once they have joined', async () => {
    await page.goto(path);
    await page
      .getByRole('region', { name: 'Join the conversation' })
      .getByRole('link', { name: 'Sign Up' })
      .click();
    const username = `stranger-${randomUUID().slice(0, 8)}`;
    await page.getByLabel('Username').fill(username);
    await expect(page.getByText('Username is available!')).toBeVisible();
    await page.getByLabel('Email').fill(`${username}@journeys.example`);
    await page.getByLabel('Password', { exact: true }).fill('a late evening 7');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('button', { name: `Like ${title}, 0 likes` }).click();
    await expect(page.getByRole('button', { name: /^Unlike|^Like .*1 like$/ })).toBeVisible();
  });
});

test('what a visitor sees first comes with the page, and is not asked for', async ({
  join,
  visit,
}) => {
  const { client, username } = await join('host');
  const title = `Heard at once ${randomUUID().slice(0, 6)}`;
  const id = await postDrop(client, title);
  const page = await visit();
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/rest/v1/')) reads.push(request.url());
  });
  for (const path of [`/voice-drop/${id}`, `/${username}`]) {
    await page.goto(path);
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    expect(reads).toEqual([]);
  }
});
