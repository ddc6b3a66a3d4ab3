import { expect, test } from './fixtures.ts';
import { cardOf, stat } from './page-parts.ts';
import { postSpokenDrop } from './post-drop.ts';
import { playbackPosition } from './recording.ts';
import { updateProfile } from './seed.ts';

test('a follow opens drops for followers and a private account, and shows in both profiles’ numbers', async ({
  join,
  visit,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  await postSpokenDrop(ada.client, 'For everyone');
  await postSpokenDrop(ada.client, 'For those who follow', { privacy_level: 'followers' });

  await test.step('Ben follows Ada on her profile, whose address is in upper case', async () => {
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

  await test.step('a drop for followers appears and plays', async () => {
    const forFollowers = cardOf(ben.page, 'For those who follow');
    await forFollowers.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => playbackPosition(ben.page)).toBeGreaterThan(0.5);
    await forFollowers.getByRole('button', { name: /^Pause / }).click();
  });

  await test.step('both profiles have the same numbers', async () => {
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

  await test.step('an unfollow closes the private account', async () => {
    await ben.page.getByRole('button', { name: 'Unfollow' }).click();
    await expect(ben.page.getByText('Unfollowed user')).toBeVisible();
    await expect(ben.page.getByText('This account is private')).toBeVisible();
    await expect(ben.page.getByRole('article')).toHaveCount(0);
  });

  const requests = ada.page.getByRole('dialog', { name: 'Follow requests' });

  await test.step('a declined request looks pending to Ben, and its decline can be undone', async () => {
    await ada.page.goto('/notifications');
    await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(ben.page.getByText('Request sent')).toBeVisible();
    // The request arrives on Ada's open page.
    await ada.page.getByRole('button', { name: 'Review requests' }).click();
    await requests.getByRole('button', { name: `Decline ${ben.username}` }).click();
    await expect(requests.getByText('No requests')).toBeVisible();
    await ben.page.reload();
    await expect(ben.page.getByRole('button', { name: 'Requested' })).toBeVisible();
    await ada.page.getByRole('button', { name: 'Undo' }).click();
  });

  await test.step('an approved request opens the account on Ben’s open page', async () => {
    await requests.getByRole('button', { name: `Approve ${ben.username}` }).click();
    await expect(cardOf(ben.page, 'For those who follow')).toBeVisible();
    await expect(ben.page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  });

  await test.step('a request becomes a follow on Ben’s open page when the account goes public', async () => {
    await ben.page.getByRole('button', { name: 'Unfollow' }).click();
    await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(ben.page.getByRole('button', { name: 'Requested' })).toBeVisible();
    await expect(ben.page.getByText('Request sent')).toBeVisible();
    await updateProfile(ada, { is_private: false });
    await expect(ben.page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await expect(cardOf(ben.page, 'For everyone')).toBeVisible();
  });
});
