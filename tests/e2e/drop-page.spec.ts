import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { expect, test } from './fixtures.ts';
import { cardOf, commentsOn, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { comment } from './seed.ts';

const meta = (page: Page, key: string) =>
  page.locator(`meta[name="${key}"], meta[property="${key}"]`);

const notFound = (page: Page) => page.getByRole('heading', { name: 'Voice Drop Not Found' });

test('a drop’s page has its title and tags, which go when the visitor leaves, and signing in leads back to it', async ({
  register,
  visit,
}) => {
  const ada = await register('ada');
  const title = `The last bus ${randomUUID().slice(0, 6)}`;
  const path = `/voice-drop/${await postDrop(ada.client, title)}`;
  const visitor = await visit();

  await test.step('the title and the meta tags are the drop’s', async () => {
    await visitor.goto(path);
    await expect(visitor.getByRole('article', { name: title })).toBeVisible();
    await expect(visitor).toHaveTitle(`${title} by @${ada.username}`);
    await expect(meta(visitor, 'description')).toHaveAttribute('content', /voice drop of 0:00/);
    await expect(meta(visitor, 'og:title')).toHaveAttribute(
      'content',
      `${title} by @${ada.username}`,
    );
    await expect(meta(visitor, 'og:type')).toHaveAttribute('content', 'website');
    await expect(meta(visitor, 'og:url')).toHaveAttribute('content', new RegExp(`${path}$`));
  });

  await test.step('Back leads to the home page when the drop’s page was the first, and the tags go', async () => {
    await visitor.getByRole('button', { name: 'Back' }).click();
    await visitor.waitForURL((url) => url.pathname === '/');
    await expect(visitor).not.toHaveTitle(new RegExp(title));
    await expect(visitor.locator(`meta[content*="${title}"]`)).toHaveCount(0);
    await expect(meta(visitor, 'description')).not.toHaveAttribute('content', /voice drop of/);
    await visitor.goto(path);
    await visitor
      .getByRole('region', { name: 'Join the conversation' })
      .getByRole('link', { name: 'Sign In' })
      .click();
    await expect(visitor.locator(`meta[content*="${title}"]`)).toHaveCount(0);
    const document = await readFile(
      joinPath(import.meta.dirname, '../../apps/web/index.html'),
      'utf8',
    );
    const ofTheSite = await meta(visitor, 'description').getAttribute('content');
    expect(document).toContain(`content="${ofTheSite}"`);
  });

  await test.step('the invitation leads to signing in, and back to the drop', async () => {
    await visitor.getByLabel('Email').fill(ada.email);
    await visitor.getByLabel('Password', { exact: true }).fill(ada.password);
    await visitor.getByRole('button', { name: 'Sign In', exact: true }).click();
    await visitor.waitForURL(`**${path}`);
    await expect(visitor.getByRole('article', { name: title })).toBeVisible();
    await expect(visitor.getByText('Join the conversation')).toBeHidden();
  });
});

test('a private drop’s page is found by its author, and for others is the same as of a drop that never was', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const ben = await join('ben');
  const path = `/voice-drop/${await postDrop(ada.client, 'Only mine', { privacy_level: 'private' })}`;

  await ada.page.goto(path);
  await expect(ada.page.getByRole('article', { name: 'Only mine' })).toBeVisible();
  await ada.page.getByRole('button', { name: 'Back' }).click();
  await ada.page.waitForURL('**/app');

  for (const where of [path, `/voice-drop/${randomUUID()}`]) {
    await ben.page.goto(where);
    await expect(notFound(ben.page)).toBeVisible();
    await expect(
      ben.page.getByText(
        'This voice drop may have been deleted, made private, or the link is invalid.',
      ),
    ).toBeVisible();
    await expect(ben.page.getByRole('link', { name: 'Go to Feed' })).toBeVisible();
  }
  await ben.page.goto('/voice-drop/not-an-id');
  await expect(ben.page.getByText('Voice drop ID not found')).toBeVisible();

  await ben.page.goto('/messages');
  await ben.page.goto(path);
  await ben.page.getByRole('button', { name: 'Go Back' }).click();
  await ben.page.waitForURL('**/messages');

  const visitor = await visit();
  await visitor.goto(path);
  await expect(visitor.getByRole('link', { name: 'Go Home' })).toBeVisible();
});

test('a drop’s page has its comments in line and more of its author; its address says whether the comments are open', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const [title, other] = [uniqueTitle('Kettle'), uniqueTitle('Toaster')];
  await postDrop(ada.client, other);
  const drop = await postDrop(ada.client, title);
  await comment(ada, drop, 'It whistles');
  const { page } = ben;

  await test.step('title, time and picture lead from the feed to the drop and to its author', async () => {
    await page.goto('/app');
    await cardOf(page, title).getByRole('link', { name: title }).click();
    await page.waitForURL(`**/voice-drop/${drop}`);
  });

  const comments = page.getByRole('region', { name: 'Comments' });
  await test.step('the comments are on the page, with the box below', async () => {
    await expect(comments.getByText('It whistles')).toBeVisible();
    await comments.getByRole('textbox', { name: 'Add a comment' }).fill('It sings');
    await page.keyboard.press('Enter');
    await expect(comments.getByText('It sings')).toBeVisible();
    // Until then it is kept as typed, too: a page that is left would show both.
    await expect(page.getByText('Comment added successfully')).toBeVisible();
    await expect(cardOf(page, title).getByRole('button', { name: /2 comments$/ })).toBeVisible();
    const more = page.getByRole('region', { name: `More from @${ada.username}` });
    await expect(more.getByRole('article', { name: other })).toBeVisible();
    await expect(more.getByRole('article', { name: title })).toHaveCount(0);
  });

  await test.step('a link opens them in a window, again after it was closed', async () => {
    await page.goto(`/voice-drop/${drop}?comments=open`);
    await expect(commentsOn(page).getByText('It whistles')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/voice-drop/${drop}`);
    await expect(commentsOn(page)).toHaveCount(0);
    await cardOf(page, title)
      .getByRole('button', { name: /^Comments on/ })
      .click();
    await page.waitForURL(`**/voice-drop/${drop}?comments=open`);
    await expect(commentsOn(page).getByText('It sings')).toBeVisible();
  });
});

test('an author who deletes a drop on its page is led to the feed, where it is gone', async ({
  join,
}) => {
  const { page, client } = await join('ada');
  await page.goto(`/voice-drop/${await postDrop(client, 'Said too much')}`);
  await page.getByRole('button', { name: 'Options for Said too much' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/app');
  await expect(page.getByText('Voice drop deleted successfully')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('No drops yet')).toBeVisible();
});

test.describe('a read that fails', () => {
  test.use({ expectedErrors: [/"drops","detail".* could not be read/] });

  test('a drop that could not be loaded is loaded by another try', async ({ join, register }) => {
    const ada = await register('ada');
    const path = `/voice-drop/${await postDrop(ada.client, 'Patience')}`;
    // A visitor's document brings the drop along; a member's does not.
    const { page } = await join('ben');
    await page.route('**/rest/v1/voice_drops*', (route) => route.abort());
    await page.goto(path);
    await expect(
      page.getByText('Failed to load voice drop. It may have been deleted or made private.'),
    ).toBeVisible();
    await expect(notFound(page)).toBeVisible();
    await page.unroute('**/rest/v1/voice_drops*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('article', { name: 'Patience' })).toBeVisible();
  });
});
