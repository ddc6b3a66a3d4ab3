import { expect, test } from './fixtures.ts';
import {
  bell,
  cardOf,
  commentsOn,
  openComments,
  openSubscribed,
  uniqueTitle,
} from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { bookmark, comment, follow, followOf } from './seed.ts';

// The app logs what the backend refuses.
test.use({ expectedErrors: [/could not be (written|added|changed)/] });

test('two people do not find each other after a block, and the blocked person cannot write to the other', async ({
  join,
  register,
}) => {
  const [ada, ben, cyn] = [await join('ada'), await join('ben'), await register('cyn')];
  const [adas, bens, cyns] = [uniqueTitle('Ada’s'), uniqueTitle('Ben’s'), uniqueTitle('Cyn’s')];
  const [adasDrop, bensDrop, cynsDrop] = [
    await postDrop(ada.client, adas),
    await postDrop(ben.client, bens),
    await postDrop(cyn.client, cyns),
  ];
  const adasComment = await comment(ada, cynsDrop, 'Ada was here');
  await comment(ben, cynsDrop, 'Ben was here');
  await comment(ben, adasDrop, 'Nice one, Ada');
  await follow(ada, ben);
  await follow(ben, ada);
  await bookmark(ada, bensDrop);

  await openSubscribed(ben.page, '/app');
  await expect(cardOf(ben.page, adas)).toBeVisible();
  const profileTab = await ben.context.newPage();
  await profileTab.goto(`/${ada.username}`);
  await expect(profileTab.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  // A tab in the background renders one frame a second, which would delay each action.
  await ben.page.bringToFront();
  const home = ({ page }: typeof ada) => page.getByRole('link', { name: 'Home' }).first().click();

  await test.step('Ada sees Ben’s drop, comment and notifications', async () => {
    await ada.page.goto('/notifications');
    await expect(ada.page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    await ada.page.getByRole('link', { name: 'Bookmarks' }).first().click();
    await expect(cardOf(ada.page, bens)).toBeVisible();
    await home(ada);
    await expect(cardOf(ada.page, bens)).toBeVisible();
    const dialog = await openComments(ada.page, cyns);
    await expect(dialog.getByText('Ben was here')).toBeVisible();
    await ada.page.keyboard.press('Escape');
  });

  await test.step('Ada blocks Ben, and he disappears from all her screens', async () => {
    await cardOf(ada.page, bens)
      .getByRole('button', { name: /^Options/ })
      .click();
    await ada.page.getByRole('menuitem', { name: 'Block User' }).click();
    await ada.page.getByRole('button', { name: 'Block User' }).click();
    await expect(ada.page.getByText('User blocked successfully')).toBeVisible();
    await expect(cardOf(ada.page, bens)).toHaveCount(0);
    await expect(bell(ada.page, 0)).toBeVisible();
    const dialog = await openComments(ada.page, cyns);
    await expect(dialog.getByText('Ada was here')).toBeVisible();
    await expect(dialog.getByText('Ben was here')).toHaveCount(0);
    await ada.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await ada.page.getByRole('link', { name: 'Bookmarks' }).first().click();
    await expect(ada.page.getByText('Bookmark posts to save them for later')).toBeVisible();
    await bell(ada.page, 0).click();
    await ada.page.getByRole('link', { name: 'View all' }).click();
    await expect(ada.page.getByRole('main').getByText('No notifications yet')).toBeVisible();
    const search = ada.page.getByPlaceholder('Search voice drops, users...');
    await search.fill(ben.username);
    await search.press('Enter');
    await expect(ada.page.getByText('No matches')).toBeVisible();
    await ada.page.goto(`/voice-drop/${bensDrop}`);
    await expect(ada.page.getByText('Voice Drop Not Found')).toBeVisible();
    await ada.page.goto(`/${ben.username}`);
    await expect(ada.page.getByText(`You have blocked ${ben.username}`)).toBeVisible();
    await expect(ada.page.getByRole('article')).toHaveCount(0);
  });

  await test.step('Ben’s open screens report each attempt as failed', async () => {
    const { page } = ben;
    const like = cardOf(page, adas).getByRole('button', { name: /^Like / });
    await like.click();
    await expect(page.getByText('Failed to update like status')).toBeVisible();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    const dialog = await openComments(page, adas);
    const box = dialog.getByRole('textbox', { name: 'Add a comment' });
    await box.fill('Ada?');
    await box.press('Enter');
    await expect(page.getByText('Failed to add comment')).toBeVisible();
    await expect(box).toHaveValue('Ada?');
    await page.keyboard.press('Escape');
    await profileTab.bringToFront();
    await profileTab.getByRole('button', { name: 'Unfollow' }).click();
    await expect(profileTab.getByText(`The user "${ada.username}" does not exist.`)).toBeVisible();
  });

  await test.step('the API refuses the same attempts, and Ada gets no notification', async () => {
    const user_id = ben.id;
    const refusals = [
      ben.client.from('voice_drop_likes').insert({ user_id, voice_drop_id: adasDrop }),
      ben.client
        .from('voice_drop_comments')
        .insert({ user_id, voice_drop_id: adasDrop, content: 'Ada!' }),
      ben.client.from('voice_drop_comment_likes').insert({ user_id, comment_id: adasComment }),
      ben.client.from('voice_drop_comments').insert({
        user_id,
        voice_drop_id: cynsDrop,
        content: 'Ada!',
        parent_comment_id: adasComment,
      }),
      ben.client.from('bookmarks').insert({ user_id, voice_drop_id: adasDrop }),
      ben.client.from('follows').insert(followOf(ben, ada)),
    ];
    for (const { error } of await Promise.all(refusals)) expect(error).not.toBeNull();
    await comment(ben, cynsDrop, `@${ada.username}, listen`);
    const { data } = await ada.client.from('notifications').select('id').throwOnError();
    expect(data, 'Ada’s notifications').toEqual([]);
  });

  await test.step('Ben’s reloaded screens do not contain Ada', async () => {
    await ben.page.bringToFront();
    await ben.page.reload();
    await expect(cardOf(ben.page, cyns)).toBeVisible();
    await expect(cardOf(ben.page, adas)).toHaveCount(0);
    const dialog = await openComments(ben.page, cyns);
    await expect(dialog.getByText('Ben was here')).toBeVisible();
    await expect(dialog.getByText('Ada was here')).toHaveCount(0);
    await ben.page.keyboard.press('Escape');
    await ben.page.goto(`/voice-drop/${adasDrop}`);
    await expect(ben.page.getByText('Voice Drop Not Found')).toBeVisible();
  });

  await test.step('Ada unblocks Ben in the settings, and both see each other again', async () => {
    await ada.page.getByRole('link', { name: 'Settings' }).first().click();
    await ada.page.getByRole('button', { name: 'View blocked users' }).click();
    await ada.page.getByRole('button', { name: `Unblock ${ben.username}` }).click();
    await expect(ada.page.getByText('User unblocked successfully')).toBeVisible();
    await ada.page.keyboard.press('Escape');
    await home(ada);
    await expect(cardOf(ada.page, bens)).toBeVisible();
    await expect((await openComments(ada.page, cyns)).getByText('Ben was here')).toBeVisible();

    await home(ben);
    await expect(cardOf(ben.page, adas)).toBeVisible();
    await cardOf(ben.page, adas)
      .getByRole('button', { name: /^Like / })
      .click();
    await expect(ben.page.getByText('Added to favorites')).toBeVisible();
    await openComments(ben.page, adas);
    await expect(
      commentsOn(ben.page).getByRole('textbox', { name: 'Add a comment' }),
      'the failed comment is still in its box',
    ).toHaveValue('Ada?');
  });
});
