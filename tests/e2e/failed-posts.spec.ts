import type { Page, Route } from '@playwright/test';
import { expect, test, type Person } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postAsItIs, record } from './recording.ts';
import { decodeSound, keptRecording, likeness } from './sounds.ts';

// Each test lets one step of posting fail, which the app logs, and then work.
test.use({
  expectedErrors: [
    /was not posted|could not be|Failed to fetch|Failed to load|AuthRetryable|Queued takes/,
  ],
});

const UPLOADS = '**/storage/v1/object/voice-drops/**';
const ROWS = '**/rest/v1/voice_drops**';

interface Spoken {
  title: string;
  /** The name of its card: the title without the hashtag at its end. */
  words: string;
  /** What was said, at 8 kHz. */
  voice: Float32Array;
}

/** Records two seconds and fills in the form. */
async function speak({ page }: Person): Promise<Spoken> {
  const words = uniqueTitle('Not lost');
  const title = `${words} #kept`;
  await page.goto('/record');
  await record(page, 2);
  const voice = await decodeSound(page, await keptRecording(page));
  if (!voice) throw new Error('Nothing was recorded.');
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByLabel('Description').fill(title);
  return { title, words, voice };
}

const pressPost = (page: Page) => page.getByRole('button', { name: 'Post Voice Drop' }).click();
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** How many takes the device holds, in whatever state. */
const takesOnDevice = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('undertone-takes');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('takes').objectStore('takes').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

/** Expects one drop with what was written and said, on the profile and on the server, and nothing left on the device. */
async function expectPosted(
  { page, client, id }: Person,
  { title, words, voice }: Spoken,
  { isMasked = false } = {},
): Promise<void> {
  await expect(page.getByRole('button', { name: `Options for ${title}` })).toBeVisible();
  await expect(cardOf(page, words)).toHaveCount(1);
  const { data: drops } = await client
    .from('voice_drops')
    .select('title, hashtags, audio_path')
    .eq('user_id', id)
    .throwOnError();
  expect(drops.map((drop) => drop.title)).toEqual([title]);
  expect(drops[0]?.hashtags).toEqual(['kept']);

  const files = client.storage.from('voice-drops');
  const { data: clip } = await files.download(drops[0]?.audio_path ?? '');
  const heard = await decodeSound(
    page,
    Buffer.from((await clip?.arrayBuffer()) ?? new ArrayBuffer()),
  );
  const alike = likeness(voice, heard ?? new Float32Array());
  if (isMasked) expect(alike).toBeLessThan(0.6);
  else expect(alike).toBeGreaterThan(0.9);
  expect((await files.list(id)).data?.length, 'no other file is left').toBe(1);
  await expect.poll(() => takesOnDevice(page)).toBe(0);
}

/** Expects a failed post to stay on the page with its reason and its form, also after a reload. */
async function expectKept(page: Page, reason: string, { title }: Spoken): Promise<void> {
  const why = page.getByText(reason);
  await expect(why).toBeVisible();
  expect(await takesOnDevice(page)).toBe(1);
  await page.reload();
  await expect(why).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue(title);
}

test('a mask that cannot be applied is not left out: the post stays, and goes out masked', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  const broken = /voice-worker-|\/functions\/v1\/voice-transform/;
  await page.route(broken, (route) => route.abort());
  const spoken = await speak(ada);
  await page.getByText('Deep Voice', { exact: true }).click();
  await expect(page.getByText('Filter Selected')).toBeVisible();
  await postAsItIs(page);
  await expect(page.getByText('Post Failed')).toBeVisible();
  await expectKept(page, 'Not posted: the voice filter could not be applied', spoken);
  await page.unroute(broken);
  await tryAgain(page).click();
  await page.waitForURL('**/profile');
  await expectPosted(ada, spoken, { isMasked: true });
});

test('an upload that fails leaves the post on the page, and its card in the lists elsewhere', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  const spoken = await speak(ada);
  await page.route(UPLOADS, (route) => route.abort());
  await pressPost(page);
  await expect(page.getByText('Upload Failed')).toBeVisible();
  await expectKept(page, 'Not posted: the audio could not be uploaded.', spoken);

  await page.goto('/profile');
  const card = cardOf(page, spoken.words);
  await expect(card.getByText('Not posted: the audio could not be uploaded.')).toBeVisible();
  await page.unroute(UPLOADS);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
  await expectPosted(ada, spoken);
});

test('a row that is refused leaves the post on the page', async ({ join }) => {
  const ada = await join('ada');
  const { page } = ada;
  const spoken = await speak(ada);
  const refuse = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } })
      : route.fallback();
  await page.route(ROWS, refuse);
  await pressPost(page);
  await expect(page.getByText('Save Failed')).toBeVisible();
  await expectKept(page, 'Not posted: the voice drop could not be saved.', spoken);
  await page.unroute(ROWS);
  await tryAgain(page).click();
  await page.waitForURL('**/profile');
  await expectPosted(ada, spoken);
});

test('a row whose answer is lost is not written twice', async ({ join }) => {
  const ada = await join('ada');
  const { page } = ada;
  const spoken = await speak(ada);
  const loseAnswer = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  };
  await page.route(ROWS, loseAnswer);
  await pressPost(page);
  await expect(page.getByText('Save Failed')).toBeVisible();
  await expectKept(page, 'Not posted: the voice drop could not be saved.', spoken);
  await page.unroute(ROWS);
  await tryAgain(page).click();
  await page.waitForURL('**/profile');
  await expectPosted(ada, spoken);
});

test('an expired session that gets no answer is no sign-out: the post waits and goes on', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  const spoken = await speak(ada);
  const renewals = '**/auth/v1/token**';
  await page.route(renewals, (route) => route.abort());
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1_700_000_000 }));
  });
  await pressPost(page);
  await page.waitForURL('**/profile');
  const card = cardOf(page, spoken.words);
  await expect(card.getByText('Will be posted when the network answers')).toBeVisible();
  await expect(page.getByText('Please log in')).toHaveCount(0);
  await page.unroute(renewals);
  await expectPosted(ada, spoken);
});

test('a drop that is posted offline waits in the lists, over a reload, and goes out once', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page, context } = ada;
  const spoken = await speak(ada);
  const other = await context.newPage();
  await other.goto('/app');

  await context.setOffline(true);
  await pressPost(page);
  await expect(page.getByText('Will be posted', { exact: true })).toBeVisible();
  const card = cardOf(page, spoken.words);
  await expect(card.getByText('Will be posted when you are online')).toBeVisible();

  // Both tabs know of the take, and both find the network again.
  await context.setOffline(false);
  await Promise.all([page.reload(), other.reload()]);
  await expect.poll(() => takesOnDevice(page)).toBe(0);
  await page.goto('/profile');
  await expectPosted(ada, spoken);
});

test('a drop that waits can be taken back into the recorder', async ({ join }) => {
  const ada = await join('ada');
  const { page, context, client, id } = ada;
  const spoken = await speak(ada);
  await context.setOffline(true);
  await pressPost(page);
  const card = cardOf(page, spoken.words);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toHaveCount(0);
  await context.setOffline(false);
  await page.goto('/record');
  await expect(page.getByLabel('Description')).toHaveValue(spoken.title);
  const { data } = await client.from('voice_drops').select('id').eq('user_id', id).throwOnError();
  expect(data).toEqual([]);
});

test('a page that is reloaded in the middle of the upload posts after it', async ({ join }) => {
  const ada = await join('ada');
  const { page } = ada;
  const spoken = await speak(ada);
  const firstUpload = Promise.withResolvers<void>();
  let uploads = 0;
  // Holds the first upload until its page is gone. The route stays until then: Chromium sends a held
  // request on when its route is removed, and the page before the reload would finish the post.
  await page.route(UPLOADS, (route) => {
    uploads += 1;
    if (uploads > 1) return route.continue();
    return firstUpload.resolve();
  });
  await pressPost(page);
  await firstUpload.promise;
  await page.reload();
  await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
  expect(uploads).toBe(2);
  await page.goto('/profile');
  await expectPosted(ada, spoken);
});

test('a discarded recording can be brought back for eight seconds, by keyboard and after a reload', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  const spoken = await speak(ada);
  const undo = page.getByRole('button', { name: 'Undo' });

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Tap the orange button to start recording')).toBeVisible();
  await expect(undo).toBeVisible();
  await page.keyboard.press('F6');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(undo).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Description')).toHaveValue(spoken.title);

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(undo).toBeVisible();
  await page.reload();
  await undo.click();
  await expect(page.getByLabel('Description')).toHaveValue(spoken.title);

  // Recording again keeps the take before, which comes back instead of the new one.
  await page.getByRole('button', { name: 'Record again' }).click();
  await expect(page.getByText(/^Recording\.\.\. [1-9]/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText('Recording replaced')).toBeVisible();
  await undo.click();
  await pressPost(page);
  await page.waitForURL('**/profile');
  await expect(page.getByRole('button', { name: `Options for ${spoken.title}` })).toBeVisible();
});
