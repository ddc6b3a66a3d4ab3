import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, stat } from './page-parts.ts';
import { postSpoken } from './post-drop.ts';
import { playbackPosition } from './recording.ts';
import { block, updateProfile } from './seed.ts';

// The app logs the follow that fails here.
test.use({ expectedErrors: [/^A follow could not be changed\./] });

test('a follower hears drops for followers, both profiles’ numbers agree, and an unfollow offline is taken back', async ({
  join,
  visit,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  await postSpoken(ada.client, 'For everyone');
  await postSpoken(ada.client, 'For those who follow', { privacy_level: 'followers' });

  await test.step('Ben follows Ada on a profile that is found in upper case', async () => {
    await ben.page.goto(`/${ada.username.toUpperCase()}`);
    await expect(ben.page.getByRole('heading', { name: ada.username })).toBeVisible();
    await expect(ben.page).toHaveTitle(`${ada.username} (@${ada.username}) · Undertone`);
    await expect(cardOf(ben.page, 'For everyone')).toBeVisible();
    await expect(cardOf(ben.page, 'For those who follow')).toHaveCount(0);
    await expect(stat(ben.page, 'Followers')).toHaveText('0');
    await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(ben.page.getByText('Following user!')).toBeVisible();
    await expect(stat(ben.page, 'Followers')).toHaveText('1');
  });

  await test.step('a drop for followers appears, and plays', async () => {
    const forFollowers = cardOf(ben.page, 'For those who follow');
    await forFollowers.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => playbackPosition(ben.page)).toBeGreaterThan(0.5);
    await forFollowers.getByRole('button', { name: /^Pause / }).click();
  });

  await test.step('both see the same numbers', async () => {
    await ada.page.goto('/profile');
    await ada.page.getByRole('button', { name: 'Followers: 1' }).click();
    const followers = ada.page.getByRole('dialog', { name: 'Followers' });
    await expect(followers.getByRole('link', { name: ben.username })).toBeVisible();
    await expect(followers.getByRole('button', { name: `Follow ${ben.username}` })).toBeVisible();
    await ben.page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await expect(stat(ben.page, 'Following')).toHaveText('1');
  });

  await test.step('a private account is closed to visitors and open to its follower', async () => {
    await updateProfile(ada, { is_private: true });
    const visitor = await visit();
    await visitor.goto(`/${ada.username}`);
    await expect(visitor.getByText('This account is private')).toBeVisible();
    await expect(visitor.getByRole('article')).toHaveCount(0);
    await ben.page.goto(`/${ada.username}`);
    await expect(cardOf(ben.page, 'For everyone')).toBeVisible();
  });

  await test.step('offline an unfollow is taken back', async () => {
    const unfollow = ben.page.getByRole('button', { name: 'Unfollow' });
    // The drops' audio is requested as soon as they are there.
    await ben.page.waitForLoadState('networkidle');
    await ben.context.setOffline(true);
    await unfollow.click();
    await expect(ben.page.getByText('Failed to unfollow user')).toBeVisible();
    await expect(unfollow).toBeVisible();
    await expect(stat(ben.page, 'Followers')).toHaveText('1');
    await ben.context.setOffline(false);
  });

  await test.step('an unfollow closes the private account', async () => {
    await ben.page.getByRole('button', { name: 'Unfollow' }).click();
    await expect(ben.page.getByText('Unfollowed user')).toBeVisible();
    await expect(ben.page.getByText('This account is private')).toBeVisible();
    await expect(ben.page.getByRole('article')).toHaveCount(0);
  });
});

test('a profile does not exist for whom it has blocked, until it unblocks them', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  await block(ada, ben);
  await ben.page.goto(`/${ada.username}`);
  await expect(ben.page.getByText(`The user "${ada.username}" does not exist.`)).toBeVisible();

  await ada.page.goto(`/${ben.username}`);
  await expect(ada.page.getByText(`You have blocked ${ben.username}`)).toBeVisible();
  await ada.page.getByRole('button', { name: 'Unblock' }).click();
  await expect(ada.page.getByText('User unblocked successfully')).toBeVisible();
  await expect(ada.page.getByText(`${ben.username} hasn't shared any voice drops.`)).toBeVisible();
});

test('a member shares the own profile by its link and as a QR code', async ({ join }) => {
  const { page, context, username } = await join('ada');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Share profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share your profile' });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  const link = `${new URL(page.url()).origin}/${username}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await expect(dialog.getByRole('img', { name: `QR code of ${link}` })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download QR code' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`undertone-${username}.png`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  await expect(page.getByText('QR code downloaded successfully!')).toBeVisible();
});

test('a visitor hears a drop on a profile; a member follows somebody whom the feed suggests', async ({
  join,
  register,
  visit,
}) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  await postSpoken(ada.client, 'For everyone');

  const visitor = await visit();
  await visitor.goto(`/${ada.username}`);
  await cardOf(visitor, 'For everyone')
    .getByRole('button', { name: /^Play / })
    .click();
  await expect.poll(() => playbackPosition(visitor)).toBeGreaterThan(0.5);
  await expect(visitor.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0);
  await expectAccessible(visitor, 'profile with the player');

  await ben.page.setViewportSize({ width: 1440, height: 900 });
  await ben.page.goto('/app');
  const people = ben.page.getByRole('region', { name: 'Who to follow' });
  await expect(people.getByRole('listitem').first()).toBeVisible();
  await expect(
    ben.page.getByRole('region', { name: "Today's activity" }).getByText('New drops'),
  ).toBeVisible();
  await expectAccessible(ben.page, 'feed with suggestions');
  const follow = people.getByRole('button', { name: /^Follow / }).first();
  const followed = (await follow.getAttribute('aria-label'))?.replace('Follow ', '') ?? '';
  await follow.click();
  await expect(ben.page.getByText('Following user!')).toBeVisible();
  await expect(people.getByText(followed, { exact: true })).toHaveCount(0);
});
