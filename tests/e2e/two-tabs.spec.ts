import { expect, test } from './fixtures.ts';
import { cardOf, expectCounts, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

test('a like and a bookmark in one tab appear in the other', async ({ join, register }) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const title = uniqueTitle('Twice open');
  await postDrop(ada.client, title);
  const [one, other] = [ben.page, await ben.context.newPage()];
  for (const page of [one, other]) await openSubscribed(page, '/app');
  const like = (page: typeof one) => cardOf(page, title).getByRole('button', { name: /^Like / });

  // A tab in the background renders one frame a second, which would delay each action.
  await one.bringToFront();
  await like(one).click();
  await expect(like(other)).toHaveAttribute('aria-pressed', 'true');
  await expectCounts(other, title, { likes: 1, comments: 0 });
  await other.bringToFront();
  await like(other).click();
  await expect(like(one)).toHaveAttribute('aria-pressed', 'false');
  for (const page of [one, other]) await expectCounts(page, title, { likes: 0, comments: 0 });

  await other.getByRole('link', { name: 'Bookmarks' }).first().click();
  await expect(other.getByText('Bookmark posts to save them for later')).toBeVisible();
  const bookmark = `Bookmark ${title}`;
  await one.bringToFront();
  await one.getByRole('button', { name: bookmark }).click();
  await expect(other.getByRole('button', { name: bookmark, pressed: true })).toBeVisible();
  await other.bringToFront();
  await other.getByRole('button', { name: bookmark }).click();
  await expect(one.getByRole('button', { name: bookmark, pressed: false })).toBeVisible();
});
