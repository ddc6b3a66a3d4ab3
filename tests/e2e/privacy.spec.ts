import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bell, cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { bookmark, comment, follow, like, updateProfile } from './seed.ts';

const notFound = (page: Page) => page.getByText('Voice Drop Not Found');

test('each privacy level shows a drop on every screen to those it is for, before and after a follow', async ({
  join,
  visit,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const visitor = await visit();
  const levels = ['public', 'followers', 'private'] as const;
  const titles = levels.map((level) => uniqueTitle(level));
  const ids: string[] = [];
  for (const [index, level] of levels.entries()) {
    ids.push(await postDrop(ada.client, titles[index] ?? '', { privacy_level: level }));
  }
  const bens = uniqueTitle('Ben’s');
  await postDrop(ben.client, bens);
  const setPrivate = (is_private: boolean) => updateProfile(ada, { is_private });

  /** Expects just these of the three on a page that has loaded. */
  const expectOn = async (page: Page, seen: readonly string[]) => {
    for (const title of titles) {
      await expect(cardOf(page, title)).toHaveCount(seen.includes(title) ? 1 : 0);
    }
  };
  const expectEverywhere = async (page: Page, seen: readonly string[]) => {
    await page.goto(`/${ada.username}`);
    await expect(page.getByRole('heading', { name: ada.username })).toBeVisible();
    await expect(
      page.getByRole('article').or(page.getByText('This account is private')).first(),
    ).toBeVisible();
    await expectOn(page, seen);
    for (const [index, drop] of ids.entries()) {
      await page.goto(`/voice-drop/${drop}`);
      const title = titles[index] ?? '';
      await expect(seen.includes(title) ? cardOf(page, title) : notFound(page)).toBeVisible();
    }
  };
  const expectInFeedAndExplore = async (
    page: Page,
    { feed, explore }: { feed: readonly string[]; explore: readonly string[] },
  ) => {
    await page.goto('/app');
    await expect(cardOf(page, bens)).toBeVisible();
    await expectOn(page, feed);
    await page.goto(`/explore?q=${ada.username}`);
    const nothing = page.getByText('No Voice Drops Yet');
    await expect(explore.length > 0 ? page.getByRole('article').first() : nothing).toBeVisible();
    await expectOn(page, explore);
  };
  const [everyone = '', followers = ''] = titles;

  await test.step('a visitor and a member who does not follow see the public drop of a public account', async () => {
    await expectEverywhere(visitor, [everyone]);
    await expectEverywhere(ben.page, [everyone]);
    await expectInFeedAndExplore(ben.page, { feed: [everyone], explore: [everyone] });
    await ada.page.goto('/profile');
    await expectOn(ada.page, titles);
    for (const title of titles) await expect(cardOf(ada.page, title)).toBeVisible();
  });

  await test.step('neither sees anything of a private account', async () => {
    await setPrivate(true);
    await expectEverywhere(visitor, []);
    await expectEverywhere(ben.page, []);
    await expectInFeedAndExplore(ben.page, { feed: [], explore: [] });
  });

  await test.step('a follower sees what is for followers, but Explore shows no private account', async () => {
    await ben.page.goto(`/${ada.username}`);
    await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(cardOf(ben.page, followers)).toBeVisible();
    await expectEverywhere(ben.page, [everyone, followers]);
    await expectInFeedAndExplore(ben.page, { feed: [everyone, followers], explore: [] });
    await setPrivate(false);
    await expectInFeedAndExplore(ben.page, {
      feed: [everyone, followers],
      explore: [everyone, followers],
    });
  });

  await test.step('after an unfollow the feed is without it at once', async () => {
    await ben.page.getByRole('link', { name: 'Home' }).first().click();
    await expect(cardOf(ben.page, followers)).toBeVisible();
    await cardOf(ben.page, followers).getByRole('link', { name: ada.username }).click();
    await ben.page.getByRole('button', { name: 'Unfollow' }).click();
    await expect(cardOf(ben.page, followers)).toHaveCount(0);
    await ben.page.getByRole('link', { name: 'Home' }).first().click();
    await expect(cardOf(ben.page, everyone)).toBeVisible();
    await expect(cardOf(ben.page, followers)).toHaveCount(0);
  });
});

test('a drop made private while others look at it leaves their screens, and comes back when public again', async ({
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

  await test.step('it leaves a feed that reconnects', async () => {
    await choose('Private');
    await ben.context.setOffline(true);
    await ben.context.setOffline(false);
    await expect(cardOf(ben.page, title)).toHaveCount(0);
    await expect(cardOf(ben.page, other)).toBeVisible();
  });

  await test.step('it is gone from bookmarks, likes, notifications and its own page', async () => {
    await go('Bookmarks');
    await expect(ben.page.getByText('Bookmark posts to save them for later')).toBeVisible();
    await go('Profile');
    await ben.page.getByRole('tab', { name: 'Liked' }).click();
    await expect(ben.page.getByText('No liked drops')).toBeVisible();
    await bell(ben.page, 1).click();
    await ben.page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: /mentioned you/ })
      .click();
    await expect(notFound(ben.page)).toBeVisible();
    await visitor.reload();
    await expect(notFound(visitor)).toBeVisible();
  });

  await test.step('public again, it returns to the feed without a reload, liked and bookmarked as before', async () => {
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
