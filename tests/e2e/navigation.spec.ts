import type { Page } from '@playwright/test';
import { emptyFeed, fillFeed } from './fill-feed.ts';
import { expect, test } from './fixtures.ts';
import { bell, cardOf } from './page-parts.ts';
import { postDrop, postDrops } from './post-drop.ts';
import { comment, like } from './seed.ts';

const titles = Array.from({ length: 8 }, (_, index) => `Evening ${index}`);

/**
 * Scrolls the page, repeatedly while it is too short because pictures and cards are still loading.
 * @returns the position, CSS pixels
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

/** Height of the part of a drop's card that is on the screen, above the bars at the bottom, in CSS pixels. */
async function visibleHeight(page: Page, title: string): Promise<number> {
  const card = await cardOf(page, title).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox();
  const end = bar?.y ?? page.viewportSize()?.height ?? 0;
  return card ? Math.min(card.y + card.height, end) - card.y : 0;
}

test('Back returns to the tab and the scroll position of a profile, and to the tab of the feed', async ({
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

/** Scrolls down by one screen per frame until the card of a drop is rendered, and then so far that its top is above the screen. */
async function scrollIntoDrop(page: Page, title: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => {
      scrollBy({ top: innerHeight, behavior: 'instant' });
    });
    await expect(cardOf(page, title)).toBeVisible({ timeout: 30 });
  }).toPass({ timeout: 60_000 });
  await cardOf(page, title).evaluate((card) => {
    scrollBy({ top: card.getBoundingClientRect().top - 30, behavior: 'instant' });
  });
}

const topOf = async (page: Page, title: string) =>
  Math.round((await cardOf(page, title).boundingBox())?.y ?? Number.NaN);

test('a reload comes back to the same drop of a long list, and a new visit begins at the top', async ({
  backend,
  join,
}) => {
  const { page, username } = await join('ada');
  await fillFeed(backend.databaseUrl, username, 330);
  const reads: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isPage = url.pathname === '/rest/v1/voice_drops' && url.searchParams.has('limit');
    if (request.method() === 'GET' && isPage && !url.searchParams.has('id')) reads.push(url);
  });
  const expectSamePlace = async (title: string) => {
    const top = await topOf(page, title);
    reads.length = 0;
    await page.reload();
    await expect.poll(() => topOf(page, title)).toBeGreaterThan(top - 2);
    await expect.poll(() => topOf(page, title)).toBeLessThan(top + 2);
  };

  for (const [path, width, height] of [
    ['/app', 1440, 900],
    ['/app/profile', 390, 844],
  ] as const) {
    await test.step(`${path} at ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await expect(cardOf(page, 'Drop 1')).toBeVisible();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await scrollIntoDrop(page, 'Drop 50');
      await expectSamePlace('Drop 50');
    });
  }

  await test.step('far down in the feed, only the pages around the drop are read', async () => {
    await page.goto('/app');
    await expect(cardOf(page, 'Drop 1')).toBeVisible();
    await scrollIntoDrop(page, 'Drop 310');
    await expectSamePlace('Drop 310');
    expect(reads.length).toBeLessThan(6);
    await expect(page.getByRole('button', { name: 'Newest voice drops' })).toBeVisible();
  });

  await page.goto('about:blank');
  await emptyFeed(backend.databaseUrl, username);
});

test('the top bar of a phone keeps its search while the page scrolls down, and a page has one search', async ({
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
  await expect(bell(page, 0), 'the focus shows the bell again').toBeInViewport({ ratio: 1 });

  for (const path of ['/explore', '/notifications']) {
    await page.goto(path);
    const search = page.locator('input[type=search]:visible');
    await expect(page.getByRole('main').locator(search)).toBeVisible();
    await expect(search).toHaveCount(1);
  }
});

test('the first drop of a profile is in a phone’s first screen, that of the feed is at 200 % zoom, and a whole tile opens its list', async ({
  join,
}) => {
  const { page, client } = await join('ada');
  await postDrops(client, ['Last tram']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await expect.poll(() => visibleHeight(page, 'Last tram')).toBeGreaterThan(200);
  const tile = page
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name: /^Followers/ }) });
  const box = await tile.boundingBox();
  await tile.click({ position: { x: 4, y: (box?.height ?? 0) - 4 } });
  await expect(page.getByRole('dialog', { name: 'Followers' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/app');
  await expect.poll(() => visibleHeight(page, 'Last tram')).toBeGreaterThan(100);
});

test('a member reads an exact time by keyboard and by touch', async ({
  join,
  register,
  browser,
}) => {
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

  // The code of tooltips loads when the page is idle.
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
