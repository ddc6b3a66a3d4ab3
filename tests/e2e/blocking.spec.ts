import { expect, test } from './people.ts';
import { postDrop } from './post-drop.ts';
import {
  bell,
  cardOf,
  comment,
  commentsOn,
  follow,
  followOf,
  idOf,
  listenAt,
  openComments,
  titleOf,
} from './scene.ts';

// What is refused here is logged with its cause.
test.use({ expectedComplaints: [/could not be (written|added|changed)/] });

test('a block takes all of one person from the other’s screens, and ends what they could do', async ({
  join,
}) => {
  const [ada, ben, cyn] = [await join('ada'), await join('ben'), await join('cyn')];
  const [adas, bens, cyns] = [titleOf('Ada’s'), titleOf('Ben’s'), titleOf('Cyn’s')];
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
  await ada.client
    .from('bookmarks')
    .insert({ user_id: await idOf(ada), voice_drop_id: bensDrop })
    .throwOnError();

  await listenAt(ben.page, '/app');
  await expect(cardOf(ben.page, adas)).toBeVisible();
  const profileTab = await ben.context.newPage();
  await profileTab.goto(`/${ada.username}`);
  await expect(profileTab.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  const home = ({ page }: typeof ada) => page.getByRole('link', { name: 'Home' }).first().click();

  await test.step('Ada sees Ben everywhere', async () => {
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

  await test.step('she blocks him, and he is nowhere any more', async () => {
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
    await expect(ada.page.getByText('No Voice Drops Yet')).toBeVisible();
    await ada.page.goto(`/voice-drop/${bensDrop}`);
    await expect(ada.page.getByText('Voice Drop Not Found')).toBeVisible();
    await ada.page.goto(`/${ben.username}`);
    await expect(ada.page.getByText(`You have blocked ${ben.username}`)).toBeVisible();
    await expect(ada.page.getByRole('article')).toHaveCount(0);
  });

  await test.step('on a screen from before, Ben is told that nothing of it worked', async () => {
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
    await profileTab.getByRole('button', { name: 'Unfollow' }).click();
    await expect(profileTab.getByText(`The user "${ada.username}" does not exist.`)).toBeVisible();
  });

  await test.step('nor does it without a screen', async () => {
    const user_id = await idOf(ben);
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
      ben.client.from('follows').insert(await followOf(ben, ada)),
    ];
    for (const { error } of await Promise.all(refusals)) expect(error).not.toBeNull();
    await comment(ben, cynsDrop, `@${ada.username}, listen`);
    const { data } = await ada.client.from('notifications').select('id').throwOnError();
    expect(data, 'Ada is told nothing').toEqual([]);
  });

  await test.step('when he looks again, she is gone for him too', async () => {
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

  await test.step('unblocked in the settings, both may see each other again, and act', async () => {
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
      'what he had typed is still there',
    ).toHaveValue('Ada?');
  });
});

test('somebody is blocked on their page, and unblocked there', async ({ join }) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = titleOf('Loud');
  await postDrop(ben.client, title);
  const { page } = ada;
  await page.goto(`/${ben.username}`);
  await expect(cardOf(page, title)).toBeVisible();
  const options = page.getByRole('button', { name: `Options for ${ben.username}` });

  await options.click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: 'Report User' });
  await report.getByLabel('Fake or impersonation account').check({ force: true });
  await report.getByRole('button', { name: 'Submit Report' }).click();
  await expect(
    page.getByText('Report submitted successfully. Our team will review it shortly.'),
  ).toBeVisible();
  await expect(options).toBeFocused();

  await options.click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await expect(page.getByText('User blocked successfully')).toBeVisible();
  await expect(page.getByText(`You have blocked ${ben.username}`)).toBeVisible();
  await options.click();
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Block User' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unblock', exact: true }).click();
  await expect(cardOf(page, title)).toBeVisible();
});
