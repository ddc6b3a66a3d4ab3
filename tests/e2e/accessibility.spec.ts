import { look, lookAt, lookAtDialog, makeSomethingOfAll, press } from './look.ts';
import { expect, record, test } from './people.ts';
import { postDrops } from './post-drop.ts';

test('axe finds nothing where one listens around and talks in both themes', async ({ join }) => {
  const [ada, ben, cal] = [await join('ada'), await join('ben'), await join('cal')];
  const { page } = ada;
  const drop = await makeSomethingOfAll(ada, ben, cal);
  const bens = () => page.getByRole('article').filter({ hasText: ben.username });

  await lookAt(page, '/app', 'Rain on the roof');
  await page.getByRole('tab', { name: 'Trending' }).click();
  await look(page, 'Trending tab');
  await page.getByRole('tab', { name: 'Recent' }).click();
  await bens()
    .getByRole('button', { name: /^Options/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Block User' })).toBeVisible();
  await look(page, 'menu of a drop');
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await lookAtDialog(page, 'Report Voice Drop');
  await bens()
    .getByRole('button', { name: /^Options/ })
    .click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await lookAtDialog(page, /^Block /, 'alertdialog');
  await press(page, /^Notifications, /);
  await lookAtDialog(page, 'Notifications');
  await press(page, 'Your account');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await look(page, 'account menu');

  await page.goto(`/voice-drop/${drop}?comments=open`);
  await press(page, `Reply to ${ben.username}`);
  await look(page, 'reply box');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Add a comment' }).fill(`@${ben.username.slice(0, 6)}`);
  await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await look(page, 'Comments');

  await lookAt(page, '/explore', 'Rain on the roof');
  await lookAt(page, '/explore?q=nothing-like-it', 'No Voice Drops Yet');
  await lookAt(page, '/bookmarks', 'A long way home');
  await lookAt(page, '/notifications', 'started following you');
  await lookAt(page, '/trending', 'No trending topics yet');
  await lookAt(page, '/messages', 'Select a conversation');
});

test('axe finds nothing on profiles and in the settings in both themes', async ({ join }) => {
  const [ada, ben, cal] = [await join('ada'), await join('ben'), await join('cal')];
  const { page } = ada;
  await makeSomethingOfAll(ada, ben, cal);

  await lookAt(page, '/profile', 'Rain on the roof');
  await press(page, /^Options for Rain/);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await lookAtDialog(page, 'Delete Voice Drop', 'alertdialog');
  await press(page, 'Edit profile');
  await lookAtDialog(page, 'Edit profile');
  await press(page, 'Share profile');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await lookAtDialog(page, 'Share your profile');
  await press(page, /Followers/);
  await lookAtDialog(page, 'Followers');
  await page.getByRole('tab', { name: 'Replies' }).click();
  await expect(page.getByText('Mine.')).toBeVisible();
  await look(page, 'Replies');

  await lookAt(page, `/${ben.username}`, 'A long way home');
  await lookAt(page, `/${cal.username}`, 'This account is private');
  await lookAt(page, '/nobody-of-that-name', 'User Not Found');
  await lookAt(page, '/voice-drop/nowhere', 'Voice Drop Not Found');

  await lookAt(page, '/settings', 'Profile Settings');
  await press(page, 'View blocked users');
  await lookAtDialog(page, 'Blocked Users');
  await page.getByLabel('Bio').fill('Up late.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await look(page, 'unsaved settings');
});

test('axe finds nothing where one signs in, records, posts and listens in both themes', async ({
  join,
  visit,
}) => {
  const visitor = await visit();
  await visitor.goto('/auth');
  await expect(visitor.getByLabel('Email')).toBeVisible();
  await look(visitor, '/auth');

  const { page, username } = await join('ada');
  await page.goto('/record');
  await record(page, 1);
  await press(page, 'Choose Voice Filter');
  await expect(page.getByRole('button', { name: 'Post Voice Drop' })).toBeVisible();
  await look(page, '/record');
  await press(page, 'Post Voice Drop');
  await page.waitForURL('**/profile');
  await expect(page.getByRole('article')).toBeVisible();

  await page.goto('/app');
  await press(page, /^Play /);
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await look(page, 'player');
  await page.goto('/no-such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look(page, 'unknown page');

  await lookAt(visitor, `/${username}`, 'Voice Drop with Original filter');
});

test('a feed on a phone scrolls to its end where motion is to be reduced', async ({ join }) => {
  const { page, client, username } = await join('ada');
  await postDrops(
    client,
    Array.from({ length: 14 }, (_, index) => `Number ${index}, for a list that is a long one`),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${username}`);
  await expect(page.getByText('Number 13')).toBeVisible();
  const end = page.getByText('That is all for now.');
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    await expect(end).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Number 0,')).toBeVisible();
});
