import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { bookmark, comment, follow, like } from './seed.ts';

const notFound = (page: Page) => page.getByText('Voice Drop Not Found');

// A read that is under way when the network goes fails.
test.use({ expectedErrors: [/could not be read. TypeError: Failed to fetch/] });

test('a drop that becomes private disappears from other people’s screens, and returns when it is public again', async ({
  join,
  visit,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const visitor = await visit();
  const [title, other] = [uniqueTitle('Said too much'), uniqueTitle('Said enough')];
  await postDrop(ada.client, other);
  const drop = await postDrop(ada.client, title);
  await bookmark(ben, drop);
  await like(ben, drop);
  await follow(ben, ada);
  await comment(ada, drop, `@${ben.username}, what do you say?`);

  await openSubscribed(ben.page, '/app');
  await expect(cardOf(ben.page, title)).toBeVisible();
  await visitor.goto(`/voice-drop/${drop}`);
  await expect(cardOf(visitor, title)).toBeVisible();
  await ada.page.goto('/profile');
  const choose = async (level: string) => {
    await cardOf(ada.page, title)
      .getByRole('button', { name: /^Options/ })
      .click();
    await ada.page.getByRole('menuitemradio', { name: level }).click();
    await expect(ada.page.getByText(`Voice drop is now ${level.toLowerCase()}`)).toBeVisible();
  };
  const go = (name: string) => ben.page.getByRole('link', { name }).first().click();

  await test.step('the drop disappears from a feed that reconnects', async () => {
    await ben.context.setOffline(true);
    await choose('Private');
    await ben.context.setOffline(false);
    await expect(cardOf(ben.page, title)).toHaveCount(0);
    await expect(cardOf(ben.page, other)).toBeVisible();
  });

  await test.step('the drop is missing in bookmarks, likes and notifications, and its page leads to Not Found', async () => {
    await go('Bookmarks');
    await expect(ben.page.getByText('Bookmark posts to save them for later')).toBeVisible();
    await go('Profile');
    await ben.page.getByRole('tab', { name: 'Liked' }).click();
    await expect(ben.page.getByText('No liked drops')).toBeVisible();
    await ben.page.getByRole('button', { name: /^Notifications/ }).click();
    const notifications = ben.page.getByRole('dialog', { name: 'Notifications' });
    await expect(notifications.getByText('No notifications yet')).toBeVisible();
    await ben.page.keyboard.press('Escape');
    await visitor.reload();
    await expect(notFound(visitor)).toBeVisible();
  });

  await test.step('the public drop returns to the feed without a reload, liked and bookmarked as before', async () => {
    await go('Home');
    await expect(cardOf(ben.page, other)).toBeVisible();
    await choose('Public');
    await expect(cardOf(ben.page, title)).toBeVisible();
    await expect(cardOf(ben.page, title).getByRole('button', { name: /^Like / })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await go('Bookmarks');
    await expect(cardOf(ben.page, title)).toBeVisible();
    await visitor.reload();
    await expect(cardOf(visitor, title)).toBeVisible();
  });
});
