import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { emailOf, password, uniqueUsername } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseItem,
  expectFocusKept,
  focusSkipLink,
  goToAction,
  press,
  pressAction,
  tabTo,
  typeInto,
} from './keyboard.ts';
import { microphoneFile } from './microphone.ts';
import { bell, cardOf, commentsOn, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { comment, follow, updateProfile } from './seed.ts';

/** Length of the microphone's file in seconds. */
const MICROPHONE_SECONDS = 20;

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

test('a member listens, likes, comments and shares by keyboard alone', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await join('ada'), await register('ben')];
  const { page } = ada;
  const [title, other] = [uniqueTitle('Under the bridge'), uniqueTitle('Over the roofs')];
  const speech = new Blob([await readFile(microphoneFile)], { type: 'audio/wav' });
  await postDrop(ben.client, other, { duration: MICROPHONE_SECONDS }, speech);
  const drop = await postDrop(ben.client, title, { duration: MICROPHONE_SECONDS }, speech);
  await comment(ben, drop, 'Who else is up?');
  await updateProfile(ben, { allow_downloads: true });
  const card = cardOf(page, title);

  await test.step('switches between the tabs of the feed', async () => {
    await page.goto('/app');
    await card.waitFor();
    await focusSkipLink(page);
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('tab', { name: 'Recent' }), { within: 5 });
    await page.keyboard.press('ArrowRight');
    const shown = (tab: string) => page.getByRole('tabpanel', { name: tab });
    await expect(page.getByRole('tab', { name: 'Following', selected: true })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(shown('Trending').getByRole('article', { name: title })).toBeVisible();
    await page.keyboard.press('End');
    await expect(shown('Hot').getByRole('article', { name: title })).toBeVisible();
    await page.keyboard.press('Home');
    await expect(page.getByRole('tab', { name: 'Recent' })).toBeFocused();
  });

  await test.step('moves between cards with j and k, and between actions with arrow keys', async () => {
    const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
    await expect(page.getByRole('feed', { name: 'Voice drops' })).toBeVisible();
    await expect(first).toHaveAttribute('aria-posinset', '1');
    // The code of the keys loads when the page is idle.
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(first).toBeFocused({ timeout: 200 });
    }).toPass();
    await page.keyboard.press('j');
    await expect(second).toBeFocused();
    await expect(second).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('k');
    await expect(first).toBeFocused();
    await page.keyboard.press('PageDown');
    await expect(second).toBeFocused();
    await goToAction(second.getByRole('button', { name: /^Share/ }));
    await page.keyboard.press('Home');
    await expect(second.getByRole('button', { name: /^Like/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(second.locator(':focus'), 'the actions are one stop of the Tab key').toHaveCount(
      0,
    );
    await tabTo(page.getByRole('tab', { name: 'Recent' }), { backwards: true });
  });

  await test.step('plays a drop and uses the player', async () => {
    await press(button(card, `Play ${title}`), 'Space');
    const player = page.getByRole('region', { name: 'Player' });
    await expect(button(card, `Pause ${title}`)).toBeFocused();
    await press(page.getByRole('link', { name: 'Skip to player' }), 'Enter', { backwards: true });
    await press(button(player, 'Pause'), 'Space');
    await expect(button(player, 'Play')).toBeFocused();
    await press(button(player, 'Next'));
    await expect(player.getByText(other)).toBeVisible();
    await expectFocusKept(page);
    await page.keyboard.press('k');
    await expect(button(player, 'Play')).toBeVisible();
    const progress = player.getByRole('slider', { name: 'Progress' });
    await tabTo(progress);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await expect(progress).toHaveValue('5');
    await expect(progress).toHaveAttribute('aria-valuetext', '0:01 of 0:20');
    const volume = player.getByRole('slider', { name: 'Volume' });
    await press(volume, 'ArrowDown');
    await expect(volume).toHaveValue('74');
    await press(button(player, 'Close player'));
    await expect(player).toHaveCount(0);
    await expectFocusKept(page);
  });

  await test.step('likes and bookmarks', async () => {
    await tabTo(button(card, `Play ${title}`), { within: 60 });
    await pressAction(button(page, `Like ${title}, 0 likes`), 'Space');
    await expect(button(page, `Like ${title}, 1 like`)).toBeFocused();
    await pressAction(button(page, `Bookmark ${title}`));
    await expect(page.getByText('Added to bookmarks')).toBeVisible();
    await expect(button(page, `Bookmark ${title}`)).toBeFocused();
  });

  await test.step('comments and replies', async () => {
    const opener = button(page, new RegExp(`^Comments on ${title}`));
    await pressAction(opener);
    const dialog = commentsOn(page);
    const box = dialog.getByRole('textbox', { name: 'Add a comment' });
    await press(button(dialog, 'Like, 0 likes'), 'Space');
    await expect(button(dialog, 'Like, 1 like')).toBeFocused();
    await press(button(dialog, `Reply to ${ben.username}`));
    await page.keyboard.type('I do.');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('list', { name: 'Replies' })).toContainText('I do.');
    await tabTo(box);
    await page.keyboard.type('Once');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('more');
    await expect(box).toHaveValue('Once\nmore');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Once\nmore')).toBeVisible();
    await expect(box).toBeFocused();
    await page.keyboard.type('And by the button');
    await press(button(dialog, 'Send'));
    await expect(dialog.getByText('And by the button')).toBeVisible();
    await expect(box, 'the box keeps the focus for the next comment').toBeFocused();
    // A comment that is being sent has no button yet.
    const deletions = button(dialog, `Delete comment by ${ada.username}`);
    await expect(deletions).toHaveCount(3);
    await tabTo(deletions.last(), { backwards: true });
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('alertdialog');
    await press(button(confirmation, 'Delete'));
    // The confirmation hides the comments from role queries until the deletion has ended.
    await expect(confirmation).toHaveCount(0);
    await expect(dialog.getByText('And by the button')).toHaveCount(0);
    await expectFocusKept(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('shares', async () => {
    await ada.context.grantPermissions(['clipboard-read', 'clipboard-write', 'microphone']);
    const share = button(page, `Share ${title}`);
    await pressAction(share);
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Link copied!')).toBeVisible();
    await expect(share).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Download' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(share).toBeFocused();
  });
});

test('a member navigates, follows, changes settings, records and signs out by keyboard alone', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await join('ada'), await register('ben')];
  const { page } = ada;
  const title = uniqueTitle('First light');
  await postDrop(ben.client, title);
  await follow(ben, ada);
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

  await test.step('collapses the sidebar and follows its links', async () => {
    await page.goto('/app');
    await bell(page, 1).waitFor();
    await page.keyboard.press('Control+B');
    await expect(button(page, 'Collapse sidebar')).toBeVisible();
    await focusSkipLink(page);
    await press(link('Trending'));
    await page.waitForURL('**/trending');
    await page.keyboard.press('Control+B');
    await expect(button(page, 'Expand sidebar')).toBeVisible();
  });

  await test.step('searches, and filters Explore', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type(ben.username);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore?**');
    await cardOf(page, title).waitFor();
    await tabTo(page.getByRole('radio', { name: 'All' }));
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Long' })).toBeFocused();
    await expect(page.getByText('No matches')).toBeVisible();
    await press(button(page, 'Show All'));
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
    await expectFocusKept(page);
  });

  await test.step('reads and filters notifications', async () => {
    await tabTo(bell(page, 1), { backwards: true });
    await page.keyboard.press('Enter');
    const dropdown = page.getByRole('dialog', { name: 'Notifications' });
    await dropdown.waitFor();
    await page.keyboard.press('Escape');
    await expect(bell(page, 1)).toBeFocused();
    await page.keyboard.press('Enter');
    await press(dropdown.getByRole('link', { name: 'View all' }));
    await page.waitForURL('**/notifications');
    await expect(dropdown).toBeHidden();
    await press(button(page.getByRole('main'), 'Mark All Read'));
    await expect(bell(page, 0)).toBeVisible();
    await tabTo(page.getByRole('tab', { name: 'All' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('No mentions yet')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Followers' })).toBeFocused();
    await press(button(page, 'Filter: All'), 'Enter', { backwards: true });
    await chooseItem(page, 'Unread');
    await press(button(page, 'Show everything'));
    await press(page.getByRole('main').getByRole('link', { name: /started following you/ }));
    await page.waitForURL(`**/${ben.username}`);
  });

  await test.step('follows and unfollows, blocks and unblocks', async () => {
    await press(button(page, 'Follow'));
    await expect(page.getByText('Following user!')).toBeVisible();
    await expect(button(page, 'Unfollow')).toBeFocused();
    await press(button(page, 'Followers: 1'));
    const people = page.getByRole('dialog', { name: 'Followers' });
    await people.getByRole('link', { name: ada.username }).waitFor();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Followers: 1')).toBeFocused();
    await press(button(page, 'Unfollow'), 'Space', { backwards: true });
    await expect(page.getByText('Unfollowed user')).toBeVisible();
    await expect(button(page, 'Follow')).toBeFocused();
    await press(button(page, `Options for ${ben.username}`));
    await chooseItem(page, 'Block User');
    await press(button(page.getByRole('alertdialog'), 'Block User'));
    await expect(page.getByText(`You have blocked ${ben.username}`)).toBeVisible();
    await press(button(page, 'Unblock'), 'Enter', {
      backwards: true,
    });
    await expect(cardOf(page, title)).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('changes settings, and confirms before leaving them unsaved', async () => {
    await page.keyboard.press('/');
    await press(link('Settings'), 'Enter', { backwards: true });
    await page.waitForURL('**/settings');
    await typeInto(page.getByLabel('Bio'), 'Up very late.');
    await press(page.getByRole('switch', { name: 'Email' }), 'Space');
    await press(button(page, 'View blocked users'));
    await expect(page.getByText('No blocked users')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'View blocked users')).toBeFocused();
    await page.keyboard.press('/');
    await press(link('Home'), 'Enter', { backwards: true });
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await leave.waitFor();
    await page.keyboard.press('Escape');
    await expect(leave).toBeHidden();
    await expect(link('Home')).toBeFocused();
    await press(button(page, 'Save Changes'), 'Enter', { within: 80 });
    await expect(page.getByText('Your settings have been updated successfully')).toBeVisible();
    await expect(button(page, 'Save Changes')).toBeFocused();
  });

  const posted = uniqueTitle('By ten fingers');
  await test.step('records and posts', async () => {
    await page.keyboard.press('/');
    await press(link('Post Voice Drop'), 'Enter', { backwards: true });
    await page.waitForURL('**/record');
    await press(button(page, 'Start recording'), 'Space');
    await expect(page.getByText('Recording... 1s / 60s')).toBeVisible();
    await press(button(page, 'Stop recording'), 'Space');
    await expect(button(page, 'Choose Voice Filter')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: /^Original/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Voice Filter Applied')).toBeVisible();
    await tabTo(button(page, 'Preview Veil'), { within: 1 });
    await page.keyboard.press('ArrowRight');
    await expect(button(page, 'Preview High Pitch')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Previewing/)).toBeVisible();
    await typeInto(page.getByLabel('Description'), `${posted} #keys`);
    await press(button(page, 'Remove hashtag keys'));
    await tabTo(page.getByRole('radio', { name: 'Public' }));
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Private' })).toBeChecked();
    await press(button(page, 'Post Voice Drop'));
    await page.waitForURL('**/profile');
    await expect(cardOf(page, posted)).toBeVisible();
  });

  await test.step('deletes the drop, and signs out', async () => {
    await pressAction(button(page, `Options for ${posted}`));
    await chooseItem(page, 'Delete');
    await press(button(page.getByRole('alertdialog'), 'Delete'));
    await expect(cardOf(page, posted)).toHaveCount(0);
    await press(button(page, 'Your account'), 'Enter', { backwards: true });
    await chooseItem(page, 'Sign Out');
    await page.waitForURL('**/auth');
    await expectFocusKept(page);
  });
});

test('a visitor listens, signs up and signs in again by keyboard alone', async ({
  register,
  visit,
}) => {
  const ben = await register('ben');
  const title = uniqueTitle('For strangers');
  await postDrop(ben.client, title);
  const page = await visit();

  await test.step('starts and stops a sample on the home page, and goes to the public feed', async () => {
    await page.goto('/');
    await button(page, 'explore').waitFor();
    await page.keyboard.press('Tab');
    await press(button(page, 'explore'));
    const people = page.getByRole('dialog', { name: 'Explore' });
    await people.getByRole('searchbox', { name: 'Search people' }).waitFor();
    await page.keyboard.press('Escape');
    await expect(button(page, 'explore')).toBeFocused();
    const sample = 'Mum, the plant is alive';
    // A sample that arrived could end, after 4 s, before it is stopped.
    await page.route('/samples/*.mp3', () => undefined);
    await press(button(page, `Play ${sample}`), 'Space');
    await press(button(page, `Stop ${sample}`), 'Space');
    await expect(button(page, `Play ${sample}`)).toBeFocused();
    await press(page.getByRole('link', { name: 'listen first' }), 'Enter', { backwards: true });
    await page.waitForURL('**/feed');
  });

  await test.step('plays a drop and reads comments, and is asked to log in only for a like', async () => {
    const card = cardOf(page, title);
    await card.waitFor();
    await focusSkipLink(page);
    await press(button(card, `Play ${title}`));
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await pressAction(button(card, /^Like/));
    await expect(page.getByText('Please log in to like voice drops')).toBeVisible();
    const opener = button(card, /^Comments on/);
    await pressAction(opener);
    await commentsOn(page).waitFor();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await press(page.getByRole('link', { name: 'Sign Up' }), 'Enter', { backwards: true });
    await page.waitForURL(/\/auth/);
    await expect(page.getByText('Please log in to like voice drops')).toHaveCount(0);
  });

  const username = uniqueUsername('zoe');
  const email = emailOf(username);
  await test.step('signs up', async () => {
    await tabTo(page.getByRole('tab', { name: 'Sign Up' }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await typeInto(page.getByLabel('Username'), username);
    await expect(page.getByText('Username is available!')).toBeVisible();
    await typeInto(page.getByLabel('Email'), email);
    await typeInto(page.getByLabel('Password', { exact: true }), password);
    await press(button(page, 'Show password'), 'Space');
    await press(button(page, 'Sign Up'));
    await page.waitForURL((url) => ['/app', '/feed'].includes(url.pathname));
    await expect(page.getByText('Your account has been created successfully')).toBeVisible();
  });

  await test.step('signs out and in again', async () => {
    await bell(page, 0).waitFor();
    // A sign-out would make the feed's pending requests fail.
    await page.waitForLoadState('networkidle');
    await press(button(page, 'Your account'), 'Enter', { backwards: true });
    await chooseItem(page, 'Sign Out');
    await page.waitForURL('**/auth');
    await typeInto(page.getByLabel('Email'), email);
    await typeInto(page.getByLabel('Password', { exact: true }), 'not this one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Sign in failed')).toBeVisible();
    await typeInto(page.getByLabel('Password', { exact: true }), password);
    await press(button(page, 'Sign In'));
    await page.waitForURL('**/app');
    await expectFocusKept(page);
  });
});
