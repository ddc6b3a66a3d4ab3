import { expect, test } from './people.ts';
import { postDrop } from './post-drop.ts';
import { cardOf, expectCounts, listenAt, openComments, titleOf } from './scene.ts';

test('what a person likes and puts aside in one tab shows in their other one', async ({ join }) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = titleOf('Twice open');
  await postDrop(ada.client, title);
  const [one, other] = [ben.page, await ben.context.newPage()];
  for (const page of [one, other]) await listenAt(page, '/app');
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

test('a page that is loaded anew in the middle of a comment and of a reply has kept both', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = titleOf('Unfinished');
  const drop = await postDrop(ada.client, title);
  const { data } = await ada.client.auth.getUser();
  await ada.client
    .from('voice_drop_comments')
    .insert({ voice_drop_id: drop, user_id: data.user?.id ?? '', content: 'Say something' })
    .throwOnError();
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
