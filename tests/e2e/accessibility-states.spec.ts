import { randomUUID } from 'node:crypto';
import { linkIn, messageTo } from './mailbox.ts';
import { look, lookAt, lookAtDialog, makeSomethingOfAll, press } from './look.ts';
import { apiClient, expect, givePassword, speak, test } from './people.ts';
import { commentsOn, follow, idOf, openComments } from './scene.ts';

test('axe finds nothing where there is nothing yet in both themes', async ({ join }) => {
  const { page } = await join('ada');
  await page.getByRole('tab', { name: 'Hot' }).click();
  await expect(page.getByText('No hot voice drops yet.')).toBeVisible();
  await look(page, 'Hot tab');
  await lookAt(page, '/bookmarks', 'Bookmark posts to save them for later');

  await lookAt(page, '/notifications', 'No notifications yet');
  for (const [tab, words] of [
    ['Mentions', 'No mentions yet'],
    ['Followers', 'No new followers'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(words)).toBeVisible();
    await look(page, `${tab} tab`);
  }
  await page.getByText('Unread', { exact: true }).click();
  await expect(page.getByText('You are all caught up')).toBeVisible();
  await look(page, 'nothing unread');

  await lookAt(page, '/profile', 'No drops yet');
  await page.getByRole('tab', { name: 'Liked' }).click();
  await expect(page.getByText('No liked drops')).toBeVisible();
  await look(page, 'Liked tab');
  await press(page, 'Following: 0');
  await expect(page.getByText('Not following anyone yet')).toBeVisible();
  await lookAtDialog(page, 'Following');
});

test('axe finds nothing in what opens, and on what is closed to one, in both themes', async ({
  join,
}) => {
  const [ada, ben, cal] = [await join('ada'), await join('ben'), await join('cal')];
  const { page } = ada;
  await makeSomethingOfAll(ada, ben, cal);
  await follow(ada, ben);

  await page.goto('/profile');
  await press(page, /^Options for Rain/);
  await expect(page.getByRole('menuitemradio', { name: 'Private' })).toBeVisible();
  await look(page, 'menu of an own drop');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await lookAtDialog(page, /^Edit/);
  await press(page, /^Share Rain/);
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible();
  await look(page, 'share menu');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Liked' }).click();
  await expect(page.getByRole('article', { name: /A long way home/ })).toBeVisible();
  await look(page, 'Liked tab');
  await press(page, 'Following: 1');
  await expect(page.getByRole('button', { name: `Unfollow ${ben.username}` })).toBeVisible();
  await lookAtDialog(page, 'Following');
  await press(page, 'Followers: 1');
  await press(page, `Remove ${ben.username}`);
  await lookAtDialog(page, /^Remove /, 'alertdialog');
  await page.keyboard.press('Escape');

  await ada.client
    .from('blocks')
    .insert({ blocker_id: await idOf(ada), blocked_id: await idOf(cal) })
    .throwOnError();
  await lookAt(page, `/${cal.username}`, `You have blocked ${cal.username}`);
  await press(page, `Options for ${cal.username}`);
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await lookAtDialog(page, 'Report User');
  await page.goto('/settings');
  await press(page, 'View blocked users');
  await expect(page.getByRole('button', { name: `Unblock ${cal.username}` })).toBeVisible();
  await lookAtDialog(page, 'Blocked Users');
});

test('axe finds nothing in what a visitor is shown in both themes', async ({ join, visit }) => {
  const [ada, ben, cal] = [await join('ada'), await join('ben'), await join('cal')];
  const drop = await makeSomethingOfAll(ada, ben, cal);
  const page = await visit();
  await lookAt(page, `/voice-drop/${drop}`, 'Join the conversation');
  await openComments(page, 'Rain on the roof #night');
  await expect(commentsOn(page).getByText('Mine.')).toBeVisible();
  await lookAtDialog(page, 'Comments');
  await lookAt(page, '/feed', 'Rain on the roof');
  await lookAt(page, `/${cal.username}`, 'This account is private');
  await lookAt(page, '/auth?tab=sign-up', 'By continuing, you agree');
});

test('axe finds nothing on the rarer ways in, in both themes', async ({ visit }) => {
  // As who comes from a third party, and for whom no name was chosen.
  const email = `${randomUUID()}@journeys.example`;
  const password = 'a late evening 7';
  await apiClient().auth.signUp({ email, password });
  const page = await visit();
  await givePassword(page, email, password);
  await page.waitForURL('**/app');
  await lookAt(page, '/auth/username', 'What shall we call you?');
  await page.getByLabel('Username').fill('a b');
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByText('Username may only contain').first()).toBeVisible();
  await look(page, 'a name that is none');

  const visitor = await visit();
  await visitor.goto('/auth/forgot-password');
  await visitor.getByLabel('Email').fill(email);
  await press(visitor, 'Send me a mail');
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await look(visitor, 'a mail that was sent');
  await visitor.goto(linkIn(await messageTo(email, /new password/)));
  await expect(visitor.getByLabel('New password')).toBeVisible();
  await look(visitor, 'a new password');

  const stranger = await visit();
  await stranger.route('**/auth/v1/token**', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
    }),
  );
  await givePassword(stranger, email, password);
  await expect(stranger.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await look(stranger, 'an address that is to be confirmed');
});

test('axe finds nothing on a phone in both themes', async ({ join }) => {
  const [ada, ben, cal] = [await join('ada'), await join('ben'), await join('cal')];
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await makeSomethingOfAll(ada, ben, cal);
  await page.goto('/app');
  const card = page.getByRole('article').filter({ hasText: ada.username });
  await expect(card).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Quick' })).toBeVisible();
  await look(page, 'phone');
  await press(page, /^Play Rain/);
  await press(page, 'Volume');
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
  await look(page, 'the volume');
  await page.keyboard.press('Escape');
  await press(page, 'Open menu');
  await lookAtDialog(page, 'Undertone');
  await press(page, /^Notifications/);
  await lookAtDialog(page, 'Notifications');
  await card.getByRole('button', { name: /^Comments on/ }).click();
  await expect(commentsOn(page).getByText('Mine.')).toBeVisible();
  await lookAtDialog(page, 'Comments');
  for (const [path, sign] of [
    ['/explore', 'Rain on the roof'],
    ['/notifications', 'started following you'],
    ['/profile', 'Rain on the roof'],
    ['/settings', 'Profile Settings'],
    ['/messages', 'Select a conversation'],
  ] as const) {
    await lookAt(page, path, sign);
  }
});

test.describe('a post that fails', () => {
  test.use({ expectedComplaints: [/^The drop was not posted/] });

  test('axe finds nothing in the states of the recorder in both themes', async ({ join }) => {
    const { page } = await join('ada');
    await lookAt(page, '/record', 'Tap the orange button to start recording');
    await speak(page, 1);
    await look(page, 'recording');
    await press(page, 'Stop recording');
    await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
    await look(page, 'a take');
    await press(page, 'Choose Voice Filter');
    await page.getByText('Robot Voice', { exact: true }).click();
    await page.getByLabel('Description').fill('Heard #by #all');
    await expect(page.getByText('2/5 hashtags detected')).toBeVisible();
    await expect(page.getByText('Voice Filter Applied')).toBeVisible();
    await look(page, 'filter picker');

    await page.route('**/storage/v1/object/voice-drops/**', (route) => route.abort());
    await press(page, 'Post Voice Drop');
    await expect(page.getByText('Failed to upload audio file. Please try again.')).toBeVisible();
    await look(page, 'a post that failed');
  });
});
