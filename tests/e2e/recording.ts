import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Records until the page shows that at least this many seconds have passed. */
export async function startRecording(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  const status = page.getByText(/^Recording\.\.\. \d+s \/ 60s$/);
  const recorded = async () =>
    Number.parseInt((await status.textContent())?.replace('Recording... ', '') ?? '0', 10);
  await expect.poll(recorded, { intervals: [100] }).toBeGreaterThanOrEqual(seconds);
}

/** Records for about this many seconds and stops; the take is then ready. */
export async function record(page: Page, seconds: number): Promise<void> {
  await startRecording(page, seconds);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
}

/** Presses Post, and confirms the notice that a member sees at the first post with a reversible filter. */
export async function postAsItIs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  const notice = page.getByRole('dialog', { name: 'Anyone can undo this filter' });
  await notice.getByRole('button', { name: 'Post as it is' }).click();
}

/** Position of the page's one audio element, in seconds. */
export const playbackPosition = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

/** Reads the recording of the only take on the device, in the format of the browser's recorder. */
export async function readStoredRecording(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open('undertone-takes');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('chunks').objectStore('chunks').getAll();
          reading.addEventListener('error', () => reject(reading.error));
          reading.addEventListener('success', () => {
            const chunks: ArrayBuffer[] = reading.result;
            database.close();
            resolve(chunks.flatMap((chunk) => Array.from(new Uint8Array(chunk))));
          });
        });
      }),
  );
  return Buffer.from(bytes);
}
