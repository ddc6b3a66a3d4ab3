import { TapCounter } from './tap-counter.ts';
import { expect, test } from './fixtures.ts';
import { bell, openSubscribed } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { comment, follow, like } from './seed.ts';

test('likes, follows, comments and mentions raise the bell’s count without a reload, and link to their subject', async ({
  join,
  register,
}) => {
  const ada = await join('ada');
  const ben = await register('ben');
  const drop = await postDrop(ada.client, 'Rain on the roof');
  await openSubscribed(ada.page, '/app');
  await expect(bell(ada.page, 0)).toBeVisible();

  await like(ben, drop);
  await expect(bell(ada.page, 1)).toBeVisible();
  await follow(ben, ada);
  await expect(bell(ada.page, 2)).toBeVisible();
  await comment(ben, drop, 'What a night');
  await expect(bell(ada.page, 3)).toBeVisible();
  const bensDrop = await postDrop(ben.client, 'Under the bridge');
  await comment(ben, bensDrop, `@${ada.username}, listen to this`);
  await comment(ben, drop, 'And once more');
  await expect(bell(ada.page, 5)).toBeVisible();
  await expect(ada.page).toHaveTitle(/^\(5\) /);

  await bell(ada.page, 5).focus();
  await ada.page.keyboard.press('Enter');
  const dropdown = ada.page.getByRole('dialog', { name: 'Notifications' });
  await expect(dropdown.getByRole('listitem')).toHaveText([
    /commented on your voice drop “And once more”/,
    /mentioned you in a comment “@ada.*, listen to this”/,
    /commented on your voice drop “What a night”/,
    /started following you/,
  ]);
  await ada.page.keyboard.press('Escape');
  await expect(dropdown).toHaveCount(0);
  await expect(bell(ada.page, 5)).toBeFocused();

  // Removing a like removes its notification.
  await ben.client.from('voice_drop_likes').delete().eq('user_id', ben.id).throwOnError();
  await ada.page.keyboard.press('Enter');
  await expect(bell(ada.page, 4)).toBeVisible();

  await dropdown.getByRole('link', { name: 'View all' }).click();
  await expect(ada.page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  const list = ada.page.getByRole('main').getByRole('listitem');
  await expect(list).toHaveCount(4);
  await ada.page.getByRole('tab', { name: 'Mentions' }).click();
  await expect(list).toHaveText([/mentioned you/]);
  await ada.page.getByRole('tab', { name: 'Followers' }).click();
  await expect(list).toHaveText([/started following you/]);
  await ada.page.getByRole('tab', { name: 'All' }).click();
  await ada.page.getByRole('button', { name: 'Filter: All' }).click();
  await ada.page.getByRole('menuitemradio', { name: 'Replies' }).click();
  await expect(list).toHaveCount(2);
  await ada.page.getByRole('searchbox', { name: 'Search notifications' }).fill('ONCE');
  await expect(list).toHaveText([/And once more/]);
  await ada.page.getByRole('searchbox', { name: 'Search notifications' }).fill(ben.username);
  await expect(list).toHaveCount(2);

  await list.filter({ hasText: 'What a night' }).getByRole('link').click();
  await ada.page.waitForURL(`**/voice-drop/${drop}?comments=open&comment=*`);
  await expect(bell(ada.page, 3)).toBeAttached();

  await ada.page.goBack();
  await expect(list.filter({ hasText: 'What a night' })).not.toContainText('Unread');
  await expect(list.filter({ hasText: 'And once more' })).toContainText('Unread');
  await ada.page.getByRole('button', { name: 'Mark All Read' }).click();
  await expect(bell(ada.page, 0)).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Mark All Read' })).toBeDisabled();
  await ada.page.reload();
  await expect(bell(ada.page, 0)).toBeVisible();
  await expect(ada.page).toHaveTitle(/^Notifications/);
});

test('a notification scrolls to its comment far up in a thread, and another one to a new comment', async ({
  join,
  register,
}) => {
  const ada = await join('ada');
  const [ben, cal, dan] = [await register('ben'), await register('cal'), await register('dan')];
  const drop = await postDrop(ada.client, 'Rain on the roof');
  await comment(ben, drop, 'Far up');
  for (const at of Array.from({ length: 12 }, (_, index) => index)) {
    for (const other of [cal, dan]) await comment(other, drop, `One of many, number ${at}`);
  }
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/notifications');
  const about = (words: string) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(words) });
  const comments = page.getByRole('dialog', { name: 'Comments' });
  await page.getByRole('searchbox', { name: 'Search notifications' }).fill('Far up');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);

  const counter = new TapCounter();
  await counter.tap(about('Far up'));
  await expect(comments.getByText('Far up')).toBeInViewport({ ratio: 1 });
  counter.print('from a notification to its comment');
  expect(counter.taps).toBe(1);

  await page.getByRole('button', { name: 'Close' }).click();
  await expect(comments).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/voice-drop/${drop}$`));
  const reply = await comment(ben, drop, 'And one more');
  await bell(page, 25).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /And one more/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`comment=${reply}$`));
  await expect(comments.getByText('And one more')).toBeInViewport({ ratio: 1 });
});
