import type { Page } from '@playwright/test';
import { expect, test, type Person } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { readStoredRecording, record } from './recording.ts';
import { decodeAudio, similarity } from './audio-similarity.ts';

// The app logs the uploads that fail here.
test.use({
  expectedErrors: [
    /was not posted|could not be|Failed to fetch|Failed to load|AuthRetryable|Queued takes/,
  ],
});

const UPLOADS = '**/storage/v1/object/voice-drops/**';

interface Draft {
  title: string;
  /** The accessible name of the drop's card: the title without the hashtag at its end. */
  cardName: string;
  /** The recorded voice at 8 kHz. */
  voice: Float32Array;
}

/** Records two seconds and fills in the form. */
async function prepareDraft({ page }: Person): Promise<Draft> {
  const cardName = uniqueTitle('Not lost');
  const title = `${cardName} #kept`;
  await page.goto('/record');
  await record(page, 2);
  const voice = await decodeAudio(page, await readStoredRecording(page));
  if (!voice) throw new Error('Nothing was recorded.');
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByLabel('Description').fill(title);
  return { title, cardName, voice };
}

const pressPost = (page: Page) => page.getByRole('button', { name: 'Post Voice Drop' }).click();

/** Counts the takes on the device, in any state. */
const countTakes = (page: Page): Promise<number> =>
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

/** Expects the draft to be posted once, on the profile and on the server, and no take to remain on the device. */
async function expectPosted(
  { page, client, id }: Person,
  { title, cardName, voice }: Draft,
): Promise<void> {
  await expect(page.getByRole('button', { name: `Options for ${title}` })).toBeVisible();
  await expect(cardOf(page, cardName)).toHaveCount(1);
  const { data: drops } = await client
    .from('voice_drops')
    .select('title, hashtags, audio_path')
    .eq('user_id', id)
    .throwOnError();
  expect(drops.map((drop) => drop.title)).toEqual([title]);
  expect(drops[0]?.hashtags).toEqual(['kept']);

  const files = client.storage.from('voice-drops');
  const { data: clip } = await files.download(drops[0]?.audio_path ?? '');
  const posted = await decodeAudio(
    page,
    Buffer.from((await clip?.arrayBuffer()) ?? new ArrayBuffer()),
  );
  expect(similarity(voice, posted ?? new Float32Array())).toBeGreaterThan(0.9);
  expect((await files.list(id)).data?.length, 'no other file remains').toBe(1);
  await expect.poll(() => countTakes(page)).toBe(0);
}

test('a failed post stays in the recorder over a reload, and is retried from its card on the profile', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  const draft = await prepareDraft(ada);
  await page.route(UPLOADS, (route) => route.abort());
  await pressPost(page);
  await expect(page.getByText('Upload Failed')).toBeVisible();
  const reason = page.getByText('Not posted: the audio could not be uploaded.');
  await expect(reason).toBeVisible();
  expect(await countTakes(page)).toBe(1);
  await page.reload();
  await expect(reason).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue(draft.title);

  await page.goto('/profile');
  const card = cardOf(page, draft.cardName);
  await expect(card.getByText('Not posted: the audio could not be uploaded.')).toBeVisible();
  await page.unroute(UPLOADS);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
  await expectPosted(ada, draft);
});

test('a page that is reloaded during the upload posts after the reload', async ({ join }) => {
  const ada = await join('ada');
  const { page } = ada;
  const draft = await prepareDraft(ada);
  const firstUpload = Promise.withResolvers<void>();
  let uploads = 0;
  // Holds the first upload until its page has unloaded. The route stays until then, because removing it
  // would make Chromium send the held request, and the old page could finish the post.
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
  await expectPosted(ada, draft);
});
