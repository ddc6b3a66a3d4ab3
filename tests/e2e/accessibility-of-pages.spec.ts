import {
  expectAccessible,
  expectDialogAccessible,
  expectPathAccessible,
  openPath,
  pressButton,
} from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { record } from './recording.ts';
import { seedOneOfEach } from './seed.ts';

test('axe finds no violations on the pages of a member, their menus and their dialogs', async ({
  join,
  register,
}) => {
  const [ada, ben, cal] = [await join('ada'), await register('ben'), await register('cal')];
  const { page } = ada;
  const drop = await seedOneOfEach(ada, ben, cal);
  const optionsOfBensDrop = page
    .getByRole('article')
    .filter({ hasText: ben.username })
    .getByRole('button', { name: /^Options/ });

  // This width shows the column beside the feed.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app');
  await expect(page.getByRole('region', { name: 'Who to follow' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Rain on the roof' }).first()).toBeVisible();
  await expectAccessible(page, '/app');
  await page.getByRole('tab', { name: 'Trending' }).click();
  await expectAccessible(page, 'Trending tab');
  await page.getByRole('tab', { name: 'Recent' }).click();
  await optionsOfBensDrop.click();
  await expect(page.getByRole('menuitem', { name: 'Block User' })).toBeVisible();
  await expectAccessible(page, 'menu of a drop', page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expectDialogAccessible(page, 'Report voice drop');
  await pressButton(page, /^Notifications, /);
  await expectDialogAccessible(page, 'Notifications');
  await pressButton(page, 'Your account');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expectAccessible(page, 'account menu', page.getByRole('menu'));

  await openPath(page, `/voice-drop/${drop}?comments=open`);
  await pressButton(page, `Reply to ${ben.username}`);
  await expectAccessible(page, 'reply box');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Add a comment' }).fill(`@${ben.username.slice(0, 6)}`);
  await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await expectAccessible(page, 'Comments');

  await expectPathAccessible(page, '/explore', 'Rain on the roof');
  await expectPathAccessible(page, '/bookmarks', 'A long way home');
  await expectPathAccessible(page, '/explore?q=nothing-like-it&filter=long', 'No matches');
  await expectPathAccessible(page, '/notifications', 'started following you');
  await expectPathAccessible(page, '/trending', 'All hot drops');
  await expectPathAccessible(page, '/messages', 'Select a conversation');
});

test('axe finds no violations on profiles and in the settings', async ({ join, register }) => {
  const [ada, ben, cal] = [await join('ada'), await register('ben'), await register('cal')];
  const { page } = ada;
  await seedOneOfEach(ada, ben, cal);

  await expectPathAccessible(page, '/no-such-user', 'User Not Found');
  await expectPathAccessible(page, '/profile', 'Rain on the roof');
  await pressButton(page, /^Options for Rain/);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectDialogAccessible(page, 'Delete Voice Drop', 'alertdialog');
  await pressButton(page, 'Edit profile');
  await expectDialogAccessible(page, 'Edit profile');
  await pressButton(page, 'Share profile');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectDialogAccessible(page, 'Share your profile');
  await pressButton(page, /Followers/);
  await expect(page.getByRole('button', { name: `Follow ${ben.username}` })).toBeVisible();
  await expectDialogAccessible(page, 'Followers');
  await page.getByRole('tab', { name: 'Replies' }).click();
  await expect(page.getByText('Mine.')).toBeVisible();
  await expectAccessible(page, 'Replies');

  await expectPathAccessible(page, `/${ben.username}`, 'A long way home');
  await expectPathAccessible(page, '/voice-drop/nowhere', 'Voice Drop Not Found');
  await expectPathAccessible(page, `/${cal.username}`, 'This account is private');

  await openPath(page, '/settings');
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible();
  await expectAccessible(page, '/settings');
  await pressButton(page, 'Turn on');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectDialogAccessible(page, 'Set up your authenticator app');
  await page.getByLabel('Bio').fill('Up late.');
  await page.getByLabel('Username').fill('no');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expectAccessible(page, 'unsaved settings and a username that is too short');
  await pressButton(page, 'Logout');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'signing out');
});

test('axe finds no violations where a member signs in, records, posts and listens', async ({
  join,
  visit,
}) => {
  const visitor = await visit();
  await visitor.goto('/auth');
  await expect(visitor.getByLabel('Email')).toBeVisible();
  await expectAccessible(visitor, '/auth');

  const { page, username } = await join('ada');
  await page.goto('/record');
  await record(page, 1);
  await pressButton(page, 'Choose Voice Filter');
  await expect(page.getByRole('button', { name: 'Post Voice Drop' })).toBeVisible();
  await expectAccessible(page, '/record');
  await pressButton(page, 'Post Voice Drop');
  await page.waitForURL('**/profile');
  await expect(page.getByRole('article')).toBeVisible();

  await openPath(page, '/app');
  await pressButton(page, /^Play /);
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await expectAccessible(page, 'player');
  await openPath(page, '/no-such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'unknown page');

  await expectPathAccessible(visitor, `/${username}`, 'Voice Drop with Original filter');
});
