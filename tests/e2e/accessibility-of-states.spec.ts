import { randomUUID } from 'node:crypto';
import {
  expectAccessible,
  expectDialogAccessible,
  expectPathAccessible,
  openPath,
  pressButton,
} from './accessibility.ts';
import { apiClient, emailOf, password } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { linkIn } from './mailbox.ts';
import { commentsOn, openComments } from './page-parts.ts';
import { postSpokenDrop } from './post-drop.ts';
import { startRecording } from './recording.ts';
import { block, seedOneOfEach } from './seed.ts';
import { submitSignInForm } from './sign-in-form.ts';

test('axe finds no violations on the empty lists of a new account', async ({ join }) => {
  const { page } = await join('ada');
  await page.goto('/app');
  await page.getByRole('tab', { name: 'Hot' }).click();
  // The list may contain drops of other journeys.
  await expect(page.getByRole('tabpanel', { name: 'Hot' })).toBeVisible();
  await expect(page.getByText('Loading voice drops')).toHaveCount(0);
  await expectAccessible(page, 'Hot tab');
  await expectPathAccessible(page, '/bookmarks', 'Bookmark posts to save them for later');

  await expectPathAccessible(page, '/notifications', 'No notifications yet');
  for (const [tab, words] of [
    ['Mentions', 'No mentions yet'],
    ['Followers', 'No new followers'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page, `${tab} tab`);
  }
  await page.getByRole('button', { name: 'Filter: All' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'filter menu', page.getByRole('menu'));
  await page.getByRole('menuitemradio', { name: 'Unread' }).click();
  await expect(page.getByText('You are all caught up')).toBeVisible();
  await expectAccessible(page, 'nothing unread');

  await expectPathAccessible(page, '/profile', 'No drops yet');
  await page.getByRole('tab', { name: 'Liked' }).click();
  await expect(page.getByText('No liked drops')).toBeVisible();
  await expectAccessible(page, 'Liked tab');
  await pressButton(page, 'Following: 0');
  await expect(page.getByText('Not following anyone yet')).toBeVisible();
  await expectDialogAccessible(page, 'Following');
});

test('axe finds no violations in the menus and dialogs of the own profile, and on a blocked profile', async ({
  join,
  register,
}) => {
  const [ada, ben, cal] = [await join('ada'), await register('ben'), await register('cal')];
  const { page } = ada;
  await seedOneOfEach(ada, ben, cal);

  await page.goto('/profile');
  await pressButton(page, /^Options for Rain/);
  await expect(page.getByRole('menuitemradio', { name: 'Private' })).toBeVisible();
  await expectAccessible(page, 'menu of an own drop', page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expectDialogAccessible(page, /^Edit/);
  await pressButton(page, /^Share Rain/);
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible();
  await expectAccessible(page, 'share menu', page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Embed' }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expectDialogAccessible(page, 'Embed');
  await pressButton(page, /^Share Rain/);
  await page.getByRole('menuitem', { name: 'Share as video' }).click();
  await expect(page.getByRole('button', { name: 'Make video' })).toBeVisible();
  await expectDialogAccessible(page, 'Share as video');
  await page.getByRole('tab', { name: 'Liked' }).click();
  await expect(page.getByRole('article', { name: /A long way home/ })).toBeVisible();
  await expectAccessible(page, 'Liked tab');

  await block(ada, cal);
  await expectPathAccessible(page, `/${cal.username}`, `You have blocked ${cal.username}`);
  await pressButton(page, `Options for ${cal.username}`);
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expectDialogAccessible(page, 'Report user');
  await openPath(page, '/settings');
  await pressButton(page, 'View blocked users');
  await expect(page.getByRole('button', { name: `Unblock ${cal.username}` })).toBeVisible();
  await expectDialogAccessible(page, 'Blocked Users');
});

test('axe finds no violations on the pages that a visitor may open', async ({
  register,
  visit,
}) => {
  const [ada, ben, cal] = [await register('ada'), await register('ben'), await register('cal')];
  const drop = await seedOneOfEach(ada, ben, cal);
  const page = await visit();
  await expectPathAccessible(page, `/voice-drop/${drop}`, 'Join the conversation');
  await openComments(page, 'Rain on the roof, גשם');
  await expect(commentsOn(page).getByText('Mine. שלי.')).toBeVisible();
  await expectDialogAccessible(page, 'Comments');
  await expectPathAccessible(page, '/feed', 'Rain on the roof');
  await expectPathAccessible(page, '/tag/לילה', 'Rain on the roof');
  await expectPathAccessible(page, '/auth?tab=sign-up', 'By continuing, you agree');
});

test('axe finds no violations on the pages of a first username, a lost password and an unconfirmed address', async ({
  backend,
  mailbox,
  visit,
}) => {
  // An account that signed up with a third party, which provides no username.
  const email = emailOf(randomUUID());
  await apiClient(backend).auth.signUp({ email, password });
  const page = await visit();
  await submitSignInForm(page, email, password);
  await page.waitForURL('**/app');
  await expectPathAccessible(page, '/auth/username', 'What shall we call you?');
  await page.getByLabel('Username').fill('a b');
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByText('Username may only contain').first()).toBeVisible();
  await expectAccessible(page, 'a refused username');

  const visitor = await visit();
  await visitor.goto('/auth/reset-password#error=access_denied&error_code=otp_expired');
  await expect(visitor.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await expectAccessible(visitor, 'an expired link');
  await openPath(visitor, '/auth/forgot-password');
  await expect(visitor.getByLabel('Email')).toBeVisible();
  await expectAccessible(visitor, '/auth/forgot-password');
  await visitor.getByLabel('Email').fill(email);
  await pressButton(visitor, 'Send me a mail');
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(visitor, 'the notice of a sent mail');
  await visitor.goto(linkIn(await mailbox.messageTo(email, /Choose a new password for Undertone/)));
  await expect(visitor.getByRole('button', { name: 'Go on' })).toBeVisible();
  await expectAccessible(visitor, 'the page of a mailed link');
  await visitor.getByRole('button', { name: 'Go on' }).click();
  await expect(visitor.getByLabel('New password')).toBeVisible();
  await expectAccessible(visitor, 'a new password');

  const unconfirmed = await visit();
  await unconfirmed.route('**/auth/v1/token**', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
    }),
  );
  await submitSignInForm(unconfirmed, email, password);
  await expect(unconfirmed.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(unconfirmed, 'an unconfirmed address');
});

test('axe finds no violations on a phone', async ({ join, register }) => {
  const [ada, ben, cal] = [await join('ada'), await register('ben'), await register('cal')];
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  // The player closes at the end of the last drop.
  await postSpokenDrop(ben.client, 'A word at length');
  await seedOneOfEach(ada, ben, cal);
  await page.goto('/app');
  const card = page.getByRole('article').filter({ hasText: ada.username });
  await expect(card).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Quick' })).toBeVisible();
  await expectAccessible(page, 'phone');
  await pressButton(page, /^Play A word at length/);
  await pressButton(page, 'Open player');
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
  await expectDialogAccessible(page, 'Player');
  await pressButton(page, 'Open menu');
  await expectDialogAccessible(page, 'Undertone');
  await pressButton(page, /^Notifications/);
  await expectDialogAccessible(page, 'Notifications');
  await card.getByRole('button', { name: /^Comments on/ }).click();
  await expect(commentsOn(page).getByText('Mine.')).toBeVisible();
  await expectDialogAccessible(page, 'Comments');
  // Other pages have the same elements on a phone, and are tested in narrow windows with their other sizes.
  await expectPathAccessible(page, '/messages', 'No conversations yet');
});

test.describe('the recorder', () => {
  test.use({ expectedErrors: [/^The drop was not posted/] });

  test('has no accessibility violations in any of its states', async ({ join }) => {
    const { page } = await join('ada');
    await expectPathAccessible(page, '/record', 'Tap the orange button to start recording');
    await startRecording(page, 1);
    await expectAccessible(page, 'recording');
    await pressButton(page, 'Stop recording');
    await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
    await expectAccessible(page, 'a take');
    await pressButton(page, 'Choose Voice Filter');
    await page.getByText('Robot Voice', { exact: true }).click();
    await page.getByLabel('Description').fill('Heard #by #all');
    await expect(page.getByText('2/5 hashtags detected')).toBeVisible();
    await expect(page.getByText('Voice Filter Applied')).toBeVisible();
    await expectAccessible(page, 'filter picker');

    await page.getByText('Veil', { exact: true }).click();
    await page.getByRole('switch', { name: 'Keep this voice' }).click();
    await expect(page.getByRole('switch', { name: 'Keep this voice' })).toBeChecked();
    await expectAccessible(page, 'Veil');
    await page.getByText('Echo Effect', { exact: true }).click();
    await pressButton(page, 'Post Voice Drop');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'a filter that anyone can undo');

    await page.route('**/storage/v1/object/voice-drops/**', (route) => route.abort());
    await pressButton(page, 'Post as it is');
    await expect(page.getByText('Failed to upload audio file. Please try again.')).toBeVisible();
    await expectAccessible(page, 'a post that failed');
  });
});
