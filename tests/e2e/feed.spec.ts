import type { Page } from '@playwright/test';
import { emptyFeed, fillFeed } from './fill-feed.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrops } from './post-drop.ts';
import { record } from './recording.ts';
import { dropIdOf, follow, like } from './seed.ts';

const series = (title: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${title} ${index}`);

// The tests measure positions while the feed moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Scrolls with the wheel until a card is in the viewport. */
const scrollTo = async (page: Page, title: string): Promise<void> => {
  await page.mouse.move(700, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(cardOf(page, title)).toBeInViewport({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
};

/** Scrolls by one viewport per frame, down or up, until a card is rendered. */
const scrollFastTo = async (page: Page, title: string, direction: 1 | -1): Promise<void> => {
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        const tick = () => {
          const titles = Array.from(document.querySelectorAll('article h2'));
          if (titles.some(({ textContent }) => textContent === to.title)) {
            resolve();
            return;
          }
          scrollBy({ top: to.direction * innerHeight, behavior: 'instant' });
          requestAnimationFrame(tick);
        };
        tick();
      }),
    { title, direction },
  );
  await cardOf(page, title).scrollIntoViewIfNeeded();
};

test('a drop appears, changes and disappears in another person’s feed without a reload', async ({
  join,
}) => {
  const ben = await join('ben');
  const ada = await join('ada');
  await follow(ben, ada);
  await ada.page.goto('/app');
  // What arrives in all feeds also arrives in that of followed people.
  await openSubscribed(ben.page, '/app?tab=following');
  const title = uniqueTitle('Rain on the roof');

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await ada.page.route('**/storage/v1/object/voice-drops/**', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });

  await test.step('its author sees it once, at the top of the feed, while it is being posted', async () => {
    await ada.page.getByRole('button', { name: 'Share your voice...' }).click();
    await record(ada.page, 1);
    await ada.page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    await ada.page.getByLabel('Description').fill(title);
    await ada.page.getByRole('button', { name: 'Post Voice Drop' }).click();
    const pending = cardOf(ada.page, title);
    await expect(pending).toHaveCount(1);
    await expect(pending.getByText('Posting...')).toBeVisible();
    await expect(pending.getByRole('button', { name: `Play ${title}` })).toBeDisabled();
    await expect(cardOf(ben.page, title)).toHaveCount(0);
  });

  await test.step('the posted drop replaces the pending one, and appears in the other feed', async () => {
    release();
    await expect(ben.page.getByText(`${ada.username} just shared “${title}”`)).toBeVisible();
    await expect(cardOf(ben.page, title)).toBeVisible();
    await ada.page.waitForURL('**/profile');
    await expect(cardOf(ada.page, title)).toHaveCount(1);
    await expect(cardOf(ada.page, title).getByText('Posting...')).toHaveCount(0);
    await ada.page.getByRole('link', { name: 'Home' }).first().click();
    await expect(cardOf(ada.page, title)).toHaveCount(1);
    await expect(ada.page.getByText('just shared')).toHaveCount(0);
  });

  await test.step('a like appears in both feeds', async () => {
    await like(ada, await dropIdOf(ada, title));
    for (const { page } of [ada, ben]) {
      await expect(
        cardOf(page, title).getByRole('button', { name: `Like ${title}, 1 like` }),
      ).toBeVisible();
    }
  });

  await test.step('its author deletes it, and it disappears from the other feed', async () => {
    await cardOf(ada.page, title)
      .getByRole('button', { name: /^Options/ })
      .click();
    await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
    await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(ada.page.getByText('Voice drop deleted successfully')).toBeVisible();
    await expect(ben.page.getByText(`${ada.username} deleted “${title}”`)).toBeVisible();
    await expect(cardOf(ben.page, title)).toHaveCount(0);
    await expect(ada.page.getByText('Voice drop removed')).toHaveCount(0);
  });
});

test('thirty new drops do not move the card on the screen, and wait behind a button', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const [older, newer] = [uniqueTitle('Older'), uniqueTitle('Newer')];
  await postDrops(ben.client, series(older, 15));
  await openSubscribed(ben.page, '/app');

  await scrollTo(ben.page, `${older} 5`);
  const card = cardOf(ben.page, `${older} 5`);
  const before = await card.boundingBox();
  await postDrops(ada.client, series(newer, 30));
  const pill = ben.page.getByRole('button', { name: '30 new voice drops' });
  await expect(pill).toBeVisible();
  const after = await card.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'the card stays in place').toBeLessThan(1);

  await pill.click();
  await expect(cardOf(ben.page, `${newer} 29`)).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('each page of the feed takes one request for its drops and one for their audio', async ({
  backend,
  join,
}) => {
  const ada = await join('ada');
  await fillFeed(backend.databaseUrl, ada.username, 200);
  await openSubscribed(ada.page, '/app');
  await expect(cardOf(ada.page, 'Drop 1')).toBeVisible();
  await ada.page.waitForLoadState('networkidle');

  const pages: string[] = [];
  const signed: number[] = [];
  ada.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isOfIds = searchParams.has('id');
    if (request.method() === 'GET' && pathname === '/rest/v1/voice_drops' && !isOfIds) {
      pages.push(searchParams.get('or') ?? 'the first');
    }
    if (request.method() === 'POST' && pathname.startsWith('/storage/v1/object/sign/')) {
      signed.push(request.postDataJSON().paths.length);
    }
  });
  await scrollFastTo(ada.page, 'Drop 70', 1);
  // The first page is loaded already; these three reach the 80th drop.
  await expect.poll(() => signed, 'one request for all the audio of a page').toEqual([20, 20, 20]);
  expect(new Set(pages).size, 'no page is requested twice').toBe(3);
  expect(pages).toHaveLength(3);
  expect(pages).not.toContain('the first');
  expect(
    await ada.page.getByRole('article').count(),
    'only cards near the viewport are rendered',
  ).toBeLessThan(20);

  await test.step('going back restores the scroll position', async () => {
    await ada.page.getByRole('link', { name: 'Trending' }).first().click();
    await expect(ada.page.getByRole('heading', { name: 'Trending Topics' })).toBeVisible();
    await ada.page.goBack();
    await expect(cardOf(ada.page, 'Drop 70')).toBeInViewport();
    expect(new Set(pages).size, 'no page is requested again').toBe(pages.length);
  });

  await ada.page.goto('about:blank');
  await emptyFeed(backend.databaseUrl, ada.username);
});

test.describe('a feed whose newest drops are no longer in memory', () => {
  test.use({ expectedErrors: [/"drops","list".* could not be read/] });

  test('reads the newest drops again on the way up, without moving the cards on the screen', async ({
    backend,
    join,
  }) => {
    const ada = await join('ada');
    await fillFeed(backend.databaseUrl, ada.username, 560);
    await ada.page.goto('/app');
    await expect(cardOf(ada.page, 'Drop 1')).toBeVisible();
    await scrollFastTo(ada.page, 'Drop 550', 1);

    const isNewer = (url: URL) =>
      url.pathname === '/rest/v1/voice_drops' && url.search.includes('created_at.gt');
    await ada.page.route(isNewer, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }),
    );
    const failure = ada.page.getByRole('alert').filter({ hasText: 'Failed to load voice drops' });
    await test.step('a message offers to try again when the drops cannot be read', async () => {
      await expect(async () => {
        await ada.page.evaluate(() => {
          scrollBy({ top: -20_000, behavior: 'instant' });
        });
        await expect(failure).toBeInViewport({ timeout: 300 });
      }).toPass({ timeout: 60_000 });
      await expect(cardOf(ada.page, 'Drop 1')).toHaveCount(0);
    });

    await test.step('the card on the screen stays in place when the drops arrive', async () => {
      await ada.page.unroute(isNewer);
      const [top] = await ada.page.getByRole('article').all();
      const card = cardOf(ada.page, (await top?.getByRole('heading').textContent()) ?? '');
      const before = await card.boundingBox();
      const arrived = ada.page.waitForResponse((response) => isNewer(new URL(response.url())));
      await ada.page.getByRole('button', { name: 'Try Again' }).click();
      await arrived;
      await expect(failure).toHaveCount(0);
      await expect.poll(() => ada.page.evaluate(() => scrollY)).toBeGreaterThan(4000);
      const after = await card.boundingBox();
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
    });

    await scrollFastTo(ada.page, 'Drop 1', -1);
    await expect(cardOf(ada.page, 'Drop 1')).toBeInViewport();
    await expect(failure).toHaveCount(0);

    await ada.page.goto('about:blank');
    await emptyFeed(backend.databaseUrl, ada.username);
  });
});
