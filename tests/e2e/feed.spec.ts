import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { postDrop, postDrops } from './post-drop.ts';
import { expect, record, test } from './people.ts';

const unique = (title: string) => `${title} ${randomUUID().slice(0, 6)}`;
const series = (title: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${title} ${index}`);
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

/** Waits until the page listens to changes; call it before the page opens. */
const live = async (page: Page): Promise<void> => {
  await page.waitForEvent('websocket', {
    predicate: (socket) => socket.url().includes('realtime'),
  });
};

/** Scrolls as with a wheel until something is on the screen. */
const scrollTo = async (page: Page, title: string): Promise<void> => {
  await page.mouse.move(700, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(card(page, title)).toBeInViewport({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
};

test('what one person posts, another sees arrive, change and go, without a reload', async ({
  join,
}) => {
  const ben = await join('ben');
  const ada = await join('ada');
  const title = unique('Rain on the roof');

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
    const pending = card(ada.page, title);
    await expect(pending).toHaveCount(1);
    await expect(pending.getByText('Posting...')).toBeVisible();
    await expect(pending.getByRole('button', { name: `Play ${title}` })).toBeDisabled();
    await expect(card(ben.page, title)).toHaveCount(0);
  });

  await test.step('then it is the real one, still once, and has arrived elsewhere', async () => {
    release();
    await expect(ben.page.getByText(`${ada.username} just shared “${title}”`)).toBeVisible();
    await expect(card(ben.page, title)).toBeVisible();
    await ada.page.waitForURL('**/profile');
    await expect(card(ada.page, title)).toHaveCount(1);
    await expect(card(ada.page, title).getByText('Posting...')).toHaveCount(0);
    await ada.page.getByRole('link', { name: 'Home' }).first().click();
    await expect(card(ada.page, title)).toHaveCount(1);
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
      await expect(card(page, title).getByText(/^1\s*likes?$/)).toBeVisible();
    }
  });

  await test.step('it is deleted, and gone elsewhere', async () => {
    await card(ada.page, title)
      .getByRole('button', { name: /^Options/ })
      .click();
    await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
    await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(ada.page.getByText('Voice drop deleted successfully')).toBeVisible();
    await expect(ben.page.getByText(`${ada.username} deleted “${title}”`)).toBeVisible();
    await expect(card(ben.page, title)).toHaveCount(0);
    await expect(ada.page.getByText('Voice drop removed')).toHaveCount(0);
  });
});

test('a burst of new drops does not move what one reads, and waits above', async ({ join }) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const [older, newer] = [unique('Older'), unique('Newer')];
  await postDrops(ada.client, series(older, 15));
  const heard = live(ben.page);
  await ben.page.reload();
  await heard;

  await scrollTo(ben.page, `${older} 5`);
  const read = card(ben.page, `${older} 5`);
  const before = await read.boundingBox();
  await postDrops(ada.client, series(newer, 30));
  const pill = ben.page.getByRole('button', { name: '30 new voice drops' });
  await expect(pill).toBeVisible();
  const after = await read.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'the card stays where it was').toBeLessThan(
    1,
  );

  await pill.click();
  await expect(card(ben.page, `${newer} 29`)).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('who was offline sees what was posted meanwhile', async ({ join }) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const [said, missed] = [unique('Said before'), unique('Missed')];
  await postDrop(ada.client, said);
  const heard = live(ben.page);
  await ben.page.reload();
  await heard;
  await expect(card(ben.page, said)).toBeVisible();
  await ben.context.setOffline(true);
  await postDrop(ada.client, missed);
  await ben.context.setOffline(false);
  await expect(card(ben.page, missed)).toBeVisible();
  await expect(card(ben.page, said)).toHaveCount(1);
});

test('each page of the feed costs one request for its drops and one for its audio', async ({
  join,
}) => {
  const ada = await join('ada');
  const title = unique('Far down');
  await postDrops(ada.client, series(title, 45));
  await ada.page.reload();
  await expect(card(ada.page, `${title} 44`)).toBeVisible();

  const pages: string[] = [];
  const signed: number[] = [];
  ada.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === 'GET' && pathname === '/rest/v1/voice_drops') {
      if (searchParams.has('or')) pages.push(searchParams.get('or') ?? '');
    }
    if (request.method() === 'POST' && pathname === '/storage/v1/object/sign/voice-drops') {
      signed.push(request.postDataJSON().paths.length);
    }
  });
  await scrollTo(ada.page, `${title} 4`);
  const count = pages.length;
  expect(count).toBeGreaterThanOrEqual(2);
  expect(new Set(pages).size, 'no page is asked for twice').toBe(count);
  await expect.poll(() => signed.filter((paths) => paths === 20)).toHaveLength(count);
  expect(await ada.page.getByRole('article').count(), 'only what is near is drawn').toBeLessThan(
    20,
  );

  await test.step('going back leads to where one was', async () => {
    await ada.page.getByRole('link', { name: 'Trending' }).first().click();
    await expect(ada.page.getByRole('heading', { name: 'Trending Topics' })).toBeVisible();
    await ada.page.goBack();
    await expect(card(ada.page, `${title} 4`)).toBeInViewport();
    expect(new Set(pages).size, 'nothing is read anew').toBe(pages.length);
  });
});
