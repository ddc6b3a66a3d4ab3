import type { Page } from '@playwright/test';
import { emptyFeed, fillFeed } from './fill-feed.ts';
import { postDrop, postDrops } from './post-drop.ts';
import { expect, record, test } from './people.ts';
import { required } from './required.ts';
import { cardOf, listenAt, titleOf } from './scene.ts';

const series = (title: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${title} ${index}`);

/** Scrolls as with a wheel until something is on the screen. */
const scrollTo = async (page: Page, title: string): Promise<void> => {
  await page.mouse.move(700, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(cardOf(page, title)).toBeInViewport({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
};

/** Scrolls by a screen in each frame, down or up, until something is drawn. */
const rushTo = async (page: Page, title: string, direction: 1 | -1): Promise<void> => {
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

test('what one person posts, another sees arrive, change and go, without a reload', async ({
  join,
}) => {
  const ben = await join('ben');
  const ada = await join('ada');
  const title = titleOf('Rain on the roof');

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await ada.page.route('**/storage/v1/object/voice-drops/**', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });

  await test.step('while it is posted it stands at the head of the own feed, once', async () => {
    await ada.page.getByRole('button', { name: 'Share your voice...' }).click();
    await record(ada.page, 2);
    await ada.page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    await ada.page.getByLabel('Description').fill(title);
    await ada.page.getByRole('button', { name: 'Post Voice Drop' }).click();
    const pending = cardOf(ada.page, title);
    await expect(pending).toHaveCount(1);
    await expect(pending.getByText('Posting...')).toBeVisible();
    await expect(pending.getByRole('button', { name: `Play ${title}` })).toBeDisabled();
    await expect(cardOf(ben.page, title)).toHaveCount(0);
  });

  await test.step('then it is the real one, still once, and has arrived elsewhere', async () => {
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

  await test.step('a like counts on every screen', async () => {
    const { data } = await ada.client
      .from('voice_drops')
      .select('id')
      .eq('title', title)
      .single()
      .throwOnError();
    const { data: session } = await ada.client.auth.getSession();
    await ada.client
      .from('voice_drop_likes')
      .insert({ voice_drop_id: data.id, user_id: session.session?.user.id ?? '' })
      .throwOnError();
    for (const { page } of [ada, ben]) {
      await expect(
        cardOf(page, title).getByRole('button', { name: `Like ${title}, 1 like` }),
      ).toBeVisible();
    }
  });

  await test.step('it is deleted, and gone elsewhere', async () => {
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

test('a burst of new drops does not move what one reads, and waits above', async ({ join }) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const [older, newer] = [titleOf('Older'), titleOf('Newer')];
  await postDrops(ben.client, series(older, 15));
  await listenAt(ben.page, '/app');

  await scrollTo(ben.page, `${older} 5`);
  const read = cardOf(ben.page, `${older} 5`);
  const before = await read.boundingBox();
  await postDrops(ada.client, series(newer, 30));
  const pill = ben.page.getByRole('button', { name: '30 new voice drops' });
  await expect(pill).toBeVisible();
  const after = await read.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'the card stays where it was').toBeLessThan(
    1,
  );

  await pill.click();
  await expect(cardOf(ben.page, `${newer} 29`)).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('who was offline sees what was posted meanwhile', async ({ join }) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const [said, missed] = [titleOf('Said before'), titleOf('Missed')];
  await postDrop(ada.client, said);
  await listenAt(ben.page, '/app');
  await expect(cardOf(ben.page, said)).toBeVisible();
  await ben.context.setOffline(true);
  await postDrop(ada.client, missed);
  await ben.context.setOffline(false);
  await expect(cardOf(ben.page, missed)).toBeVisible();
  await expect(cardOf(ben.page, said)).toHaveCount(1);
});

test('each page of the feed costs one request for its drops and one for its audio', async ({
  join,
}) => {
  const ada = await join('ada');
  await fillFeed(required('UNDERTONE_DATABASE'), ada.username, 200);
  await listenAt(ada.page, '/app');
  await expect(cardOf(ada.page, 'Drop 1')).toBeVisible();
  await ada.page.waitForLoadState('networkidle');

  const pages: string[] = [];
  const signed: number[] = [];
  ada.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === 'GET' && pathname === '/rest/v1/voice_drops') {
      pages.push(searchParams.get('or') ?? 'the first');
    }
    if (request.method() === 'POST' && pathname.startsWith('/storage/v1/object/sign/')) {
      signed.push(request.postDataJSON().paths.length);
    }
  });
  await rushTo(ada.page, 'Drop 70', 1);
  // The first page was there; these bring the drops up to the 80th.
  await expect.poll(() => signed, 'one request for all the audio of a page').toEqual([20, 20, 20]);
  expect(new Set(pages).size, 'no page is asked for twice').toBe(3);
  expect(pages).toHaveLength(3);
  expect(pages).not.toContain('the first');
  expect(await ada.page.getByRole('article').count(), 'only what is near is drawn').toBeLessThan(
    20,
  );

  await test.step('going back leads to where one was', async () => {
    await ada.page.getByRole('link', { name: 'Trending' }).first().click();
    await expect(ada.page.getByRole('heading', { name: 'Trending Topics' })).toBeVisible();
    await ada.page.goBack();
    await expect(cardOf(ada.page, 'Drop 70')).toBeInViewport();
    expect(new Set(pages).size, 'nothing is read anew').toBe(pages.length);
  });

  await ada.page.goto('about:blank');
  await emptyFeed(required('UNDERTONE_DATABASE'), ada.username);
});

test.describe('far down', () => {
  test.use({ expectedComplaints: [/A list of drops could not be read/] });

  test('the newest drops, let go of meanwhile, come back as one scrolls up, and nothing moves', async ({
    join,
  }) => {
    const ada = await join('ada');
    await fillFeed(required('UNDERTONE_DATABASE'), ada.username, 600);
    await ada.page.reload();
    await expect(cardOf(ada.page, 'Drop 1')).toBeVisible();
    await rushTo(ada.page, 'Drop 590', 1);

    const newer = (url: URL) =>
      url.pathname === '/rest/v1/voice_drops' && url.search.includes('created_at.gt');
    await ada.page.route(newer, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }),
    );
    const failure = ada.page.getByRole('alert').filter({ hasText: 'Failed to load voice drops' });
    await test.step('when they do not come, that is said, and one may try again', async () => {
      await expect(async () => {
        await ada.page.evaluate(() => {
          scrollBy({ top: -20_000, behavior: 'instant' });
        });
        await expect(failure).toBeInViewport({ timeout: 300 });
      }).toPass({ timeout: 60_000 });
      await expect(cardOf(ada.page, 'Drop 1')).toHaveCount(0);
    });

    await test.step('what is on the screen stays there when they do', async () => {
      await ada.page.unroute(newer);
      const [top] = await ada.page.getByRole('article').all();
      const read = cardOf(ada.page, (await top?.getByRole('heading').textContent()) ?? '');
      const before = await read.boundingBox();
      const arrived = ada.page.waitForResponse((response) => newer(new URL(response.url())));
      await ada.page.getByRole('button', { name: 'Try Again' }).click();
      await arrived;
      await expect(failure).toHaveCount(0);
      await expect.poll(() => ada.page.evaluate(() => scrollY)).toBeGreaterThan(4000);
      const after = await read.boundingBox();
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
    });

    await rushTo(ada.page, 'Drop 1', -1);
    await expect(cardOf(ada.page, 'Drop 1')).toBeInViewport();
    await expect(failure).toHaveCount(0);

    await ada.page.goto('about:blank');
    await emptyFeed(required('UNDERTONE_DATABASE'), ada.username);
  });
});
