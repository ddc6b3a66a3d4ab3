import { expect, test } from './fixtures.ts';
import { cardOf, expectCounts, openComments, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { comment } from './seed.ts';

test('a like and a bookmark of one tab show in the other', async ({ join, register }) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const title = uniqueTitle('Twice open');
  await postDrop(ada.client, title);
  const [one, other] = [ben.page, await ben.context.newPage()];
  for (const page of [one, other]) await openSubscribed(page, '/app');
  const like = (page: typeof one) => cardOf(page, title).getByRole('button', { name: /^Like / });

  await like(one).click();
  await expect(like(other)).toHaveAttribute('aria-pressed', 'true');
  await expectCounts(other, title, { likes: 1, comments: 0 });
  await like(other).click();
  await expect(like(one)).toHaveAttribute('aria-pressed', 'false');
  for (const page of [one, other]) await expectCounts(page, title, { likes: 0, comments: 0 });

  await other.getByRole('link', { name: 'Bookmarks' }).first().click();
  await expect(other.getByText('Bookmark posts to save them for later')).toBeVisible();
  const bookmark = `Bookmark ${title}`;
  await one.getByRole('button', { name: bookmark }).click();
  await expect(other.getByRole('button', { name: bookmark, pressed: true })).toBeVisible();
  await other.getByRole('button', { name: bookmark }).click();
  await expect(one.getByRole('button', { name: bookmark, pressed: false })).toBeVisible();
});

test('a reload in the middle of a comment and of a reply keeps both', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const title = uniqueTitle('Unfinished');
  const drop = await postDrop(ada.client, title);
  await comment(ada, drop, 'Say something');
  const { page } = ben;
  const open = async () => {
    await page.goto('/app');
    return openComments(page, title);
  };
  const reply = { name: `Reply to ${ada.username}` };

  const before = await open();
  await before.getByRole('textbox', { name: 'Add a comment' }).fill('What I meant\nwas');
  await before.getByRole('button', reply).click();
  await before.getByRole('textbox', reply).fill('And to you');
  const after = await open();
  const box = after.getByRole('textbox', { name: 'Add a comment' });
  await expect(box).toHaveValue('What I meant\nwas');
  await after.getByRole('button', reply).click();
  await expect(after.getByRole('textbox', reply)).toHaveValue('And to you');
  await box.press('Enter');
  await expect(page.getByText('Comment added successfully')).toBeVisible();
  await expect(after.getByRole('listitem').filter({ hasText: 'What I meant' })).toHaveCount(1);
});
