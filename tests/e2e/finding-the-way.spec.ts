import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bell, cardOf } from './page-parts.ts';
import { postDrop, postDrops } from './post-drop.ts';
import { comment, like } from './seed.ts';

const titles = Array.from({ length: 8 }, (_, index) => `Evening ${index}`);

/**
 * Scrolls the page, again while it is still too short: its pictures and later cards are on their
 * way. @returns the position, CSS pixels
 */
async function scrollDown(page: Page, top: number): Promise<number> {
  const scroll = (y: number) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    return scrollY;
  };
  await expect.poll(() => page.evaluate(scroll, top)).toBeGreaterThan(top - 50);
  return page.evaluate(() => scrollY);
}

const expectScrolledTo = (page: Page, top: number) =>
  expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(8);

/** How far a drop's card is on the screen, above the bars at the bottom, CSS pixels. */
async function heightInSight(page: Page, title: string): Promise<number> {
  const card = await cardOf(page, title).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox();
  const end = bar?.y ?? page.viewportSize()?.height ?? 0;
  return card ? Math.min(card.y + card.height, end) - card.y : 0;
}

test('Back returns to the tab and the place of a profile, and to the tab of the feed', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  for (const title of titles) await like(ada, await postDrop(ada.client, title));
  await page.goto('/profile');
  await expect(cardOf(page, 'Evening 7')).toBeVisible();
  const place = await scrollDown(page, 700);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(page.getByRole('heading', { name: 'Explore', level: 1 })).toBeVisible();
  await page.goBack();
  await expectScrolledTo(page, place);

  await page.getByRole('tab', { name: 'Liked' }).click();
  await expect(page).toHaveURL(/\/profile\?tab=liked$/);
  const liked = page.getByRole('tabpanel', { name: 'Liked' });
  await expect(liked.getByRole('article', { name: 'Evening 7' })).toBeVisible();
  const placeOfLiked = await scrollDown(page, 500);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(page.getByRole('heading', { name: 'Explore', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Liked', selected: true })).toBeVisible();
  await expectScrolledTo(page, placeOfLiked);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'My Drops', selected: true })).toBeVisible();

  await page.goto('/app');
  await page.getByRole('tab', { name: 'Hot' }).click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Hot', selected: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Recent', selected: true })).toBeVisible();
});

test('on a phone the top bar keeps its search while one scrolls down, and a page has one search', async ({
  join,
}) => {
  const { page, client } = await join('ada');
  await postDrops(client, titles);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app');
  await expect(cardOf(page, 'Evening 7')).toBeVisible();
  const bar = page.getByRole('banner');
  const logo = bar.getByRole('link', { name: 'Undertone' });
  const width = async () => (await logo.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(20);
  await scrollDown(page, 600);
  await expect.poll(width).toBe(0);
  await expect(bar.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollBy({ top: -40, behavior: 'instant' }));
  await expect.poll(width).toBeGreaterThan(20);

  await scrollDown(page, 600);
  await expect.poll(width).toBe(0);
  await bell(page, 0).focus();
  await expect(bell(page, 0), 'the focus brings the bell back').toBeInViewport({ ratio: 1 });

  for (const path of ['/explore', '/notifications']) {
    await page.goto(path);
    const search = page.locator('input[type=search]:visible');
    await expect(page.getByRole('main').locator(search)).toBeVisible();
    await expect(search).toHaveCount(1);
  }
});

test('the first drop of a profile is in a phone’s first screen, and that of the feed at 200 % zoom', async ({
  join,
}) => {
  const { page, client } = await join('ada');
  await postDrops(client, ['Last tram']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await expect.poll(() => heightInSight(page, 'Last tram')).toBeGreaterThan(200);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/app');
  await expect.poll(() => heightInSight(page, 'Last tram')).toBeGreaterThan(100);
});

test('the whole tile of followers opens their list', async ({ join }) => {
  const { page } = await join('ada');
  await page.goto('/profile');
  const tile = page
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name: /^Followers/ }) });
  const box = await tile.boundingBox();
  await tile.click({ position: { x: 4, y: (box?.height ?? 0) - 4 } });
  await expect(page.getByRole('dialog', { name: 'Followers' })).toBeVisible();
});

test('the tab’s title keeps the count of unread notifications when a drop is left', async ({
  join,
  register,
}) => {
  const { page, client } = await join('ada');
  const ben = await register('ben');
  const drop = await postDrop(client, '(1) reason to stay up');
  await comment(ben, drop, 'Only one?');
  await page.goto(`/voice-drop/${drop}`);
  await expect(page).toHaveTitle(/^\(1\) \(1\) reason to stay up by @/);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(page).toHaveTitle('(1) Explore · Undertone');
  await page.goBack();
  await expect(page).toHaveTitle(/^\(1\) \(1\) reason to stay up by @/);
});

test('an exact time is had by keyboard and by touch', async ({ join, register, browser }) => {
  const { page, client, context } = await join('ada');
  const ben = await register('ben');
  const drop = await postDrop(client, 'Rain on the roof');
  await comment(ben, drop, 'What a night');
  await page.goto('/notifications');
  const item = page.getByRole('main').getByRole('listitem');
  const time = item.locator('time');
  const moment = new Date((await time.getAttribute('datetime')) ?? '');
  const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const words = exact.format(moment);

  // The tooltips come when the page is idle.
  await expect(async () => {
    await page.getByRole('tab', { name: 'All' }).focus();
    await page.keyboard.press('Tab');
    await expect(item.getByRole('link')).toBeFocused();
    await expect(page.locator('[data-tooltip-bubble]')).toHaveText(words, { timeout: 1500 });
  }).toPass();

  const phone = await browser.newContext({
    storageState: await context.storageState(),
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const touched = await phone.newPage();
  await touched.goto(page.url());
  await touched.getByRole('main').getByRole('listitem').locator('time').tap();
  await expect(touched.getByRole('main').getByText(words)).toBeVisible();
  await phone.close();
});

test('screen readers are told what takes long to load, by a region that was there before', async ({
  join,
}) => {
  const { page } = await join('ada');
  await page.goto('/profile');
  await expect(page.getByText('No drops yet')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const region = page.locator('#root > output.sr-only');
  await expect(region).toHaveText('');
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/voice_drop_likes*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('tab', { name: 'Liked' }).click();
  await expect(region).toHaveText('Loading liked drops...');
  answer();
  await expect(region).toHaveText('');
});
