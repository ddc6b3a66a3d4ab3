import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { commentsOn, uniqueTitle } from './page-parts.ts';
import { postDrop, postDrops } from './post-drop.ts';
import { comment } from './seed.ts';

const commentsButton = (page: Page, title: string, count: number) =>
  page.getByRole('button', {
    name: `Comments on ${title}, ${count} ${count === 1 ? 'comment' : 'comments'}`,
    // Also while the dialog covers it.
    includeHidden: true,
  });

test('a comment, a reply and a like of it show to both people, and the counts on the card agree', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const [title, other] = [uniqueTitle('Night bus'), uniqueTitle('Day bus')];
  await postDrops(ada.client, [title, other]);

  await ada.page.goto('/app');
  await commentsButton(ada.page, title, 0).click();
  const adas = commentsOn(ada.page);
  await expect(adas.getByText('No comments yet')).toBeVisible();
  await adas.getByRole('textbox', { name: 'Add a comment' }).fill('Who else is up?\nTell me.');
  await adas.getByRole('textbox', { name: 'Add a comment' }).press('Enter');
  await expect(ada.page.getByText('Comment added successfully')).toBeVisible();
  await expect(adas.getByRole('button', { name: `Reply to ${ada.username}` })).toBeVisible();
  await expect(commentsButton(ada.page, title, 1)).toHaveCount(1);
  await expect(commentsButton(ada.page, other, 0)).toHaveCount(1);

  await ben.page.goto('/app');
  await commentsButton(ben.page, title, 1).click();
  const bens = commentsOn(ben.page);
  await bens.getByRole('button', { name: 'Like, 0 likes' }).click();
  await bens.getByRole('button', { name: `Reply to ${ada.username}` }).click();
  await ben.page.keyboard.type(`I am, @${ada.username.slice(0, 8)}`);
  const suggestion = bens.getByRole('option', { name: ada.username });
  await expect(suggestion).toBeVisible();
  await suggestion.click();
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByText('Reply added successfully')).toBeVisible();
  const reply = bens.getByRole('list', { name: 'Replies' }).getByRole('listitem');
  await expect(reply).toContainText(`I am, @${ada.username}`);
  await expect(reply.getByRole('link', { name: `@${ada.username}` })).toHaveAttribute(
    'href',
    `/${ada.username}`,
  );
  await expect(commentsButton(ben.page, title, 2)).toHaveCount(1);

  await ada.page.reload();
  await commentsButton(ada.page, title, 2).click();
  await expect(adas.getByRole('list', { name: 'Replies' })).toContainText('I am, @');
  await expect(adas.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();

  await adas.getByRole('button', { name: `Delete comment by ${ada.username}` }).click();
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ada.page.getByText('Comment deleted successfully')).toBeVisible();
  await expect(commentsButton(ada.page, title, 0)).toHaveCount(1);
  await expect(adas.getByText('No comments yet')).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ expectedErrors: [/could not be/] });

  test('a comment that could not be sent is back in its box, also after a reload', async ({
    join,
  }) => {
    const { page, context, client } = await join('ada');
    const title = uniqueTitle('Last train');
    await postDrop(client, title);
    await page.goto('/app');
    await commentsButton(page, title, 0).click();
    const dialog = commentsOn(page);
    await expect(dialog.getByText('No comments yet')).toBeVisible();
    const box = dialog.getByRole('textbox', { name: 'Add a comment' });
    // What is fetched ahead has come by then.
    await page.waitForLoadState('networkidle');

    await context.setOffline(true);
    await box.fill('Still here?');
    await box.press('Enter');
    await expect(page.getByText('Failed to add comment')).toBeVisible();
    await expect(box).toHaveValue('Still here?');
    await expect(commentsButton(page, title, 0)).toHaveCount(1);

    await context.setOffline(false);
    await page.reload();
    await commentsButton(page, title, 0).click();
    await expect(box).toHaveValue('Still here?');
    await box.press('Enter');
    await expect(page.getByText('Comment added successfully')).toBeVisible();
    await expect(commentsButton(page, title, 1)).toHaveCount(1);
  });
});

test('a comment is read, liked and answered by keyboard alone, and axe finds nothing', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page, client, username } = ada;
  const title = uniqueTitle('Kitchen radio');
  const drop = await postDrop(client, title);
  await comment(ada, drop, 'First');
  await page.goto('/app');

  const button = commentsButton(page, title, 1);
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = commentsOn(page);
  await expect(dialog.getByText('First')).toBeVisible();
  await tabTo(dialog.getByRole('button', { name: 'Like, 0 likes' }));
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('button', { name: 'Like, 1 like', pressed: true })).toBeFocused();
  await tabTo(dialog.getByRole('button', { name: `Reply to ${username}` }));
  await page.keyboard.press('Enter');
  const box = dialog.getByRole('textbox', { name: `Reply to ${username}` });
  await expect(box).toBeFocused();
  await page.keyboard.type(`Second, @${username.slice(0, 8)}`);
  await expect(dialog.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await expectAccessible(page, 'a reply with people to mention');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: `Reply to ${username}` }).first()).toBeFocused();
  await expect(page.getByText('Reply added successfully')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Replies' })).toContainText('Second');

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(commentsButton(page, title, 2)).toBeFocused();
});
