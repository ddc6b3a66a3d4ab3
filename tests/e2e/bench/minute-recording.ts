import type { Page } from '@playwright/test';
import { writeWav } from '../../../packages/voice/src/write-wav.ts';
import { babble } from '../../../supabase/seed/babble.ts';

const SECONDS = 60;
const RATE = 44_100;

const voice = { pitch: 140, tract: 1, pace: 1, liveliness: 3, breath: 0.2 };
/** A WAV file with a minute of speech-like sound. */
export const minute = Buffer.from(writeWav(babble(SECONDS, voice, 'a minute', RATE), RATE));

/** Dispatches `preview-playing` on the window when an audio element outside of the document begins to play. */
export function reportPlaying(): void {
  window.Audio = class extends Audio {
    constructor() {
      super();
      this.addEventListener('playing', () => window.dispatchEvent(new Event('preview-playing')));
    }
  };
}

/** Stores a take of a minute with its form open on the device, and opens the recorder. */
export async function openRecorderWithTake(page: Page, url: string, userId: string, title: string) {
  await page.goto(`${url}/record`);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.route('**/minute.wav', (route) => route.fulfill({ body: minute }));
  await page.evaluate(
    async ({ userId, title }) => {
      const file = await fetch('/minute.wav');
      const audio = await file.arrayBuffer();
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('undertone-takes');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const change = opening.result.transaction(['takes', 'chunks'], 'readwrite');
          const draft = {
            filterId: 'original',
            description: title,
            privacy: 'public',
            choosing: true,
          };
          const id = crypto.randomUUID();
          const startedAt = Date.now();
          const take = { id, userId, mimeType: 'audio/wav', startedAt, draft, upload: null };
          change.objectStore('takes').put(take);
          change.objectStore('chunks').put(audio, [id, 0]);
          change.addEventListener('error', () => reject(change.error));
          change.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      });
    },
    { userId, title },
  );
  await page.reload();
  await page.getByRole('button', { name: 'Play recording' }).waitFor();
}

/** Presses a filter's preview. @returns ms from the press until it plays */
export async function timePreview(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name: `Preview ${name}` });
  await button.scrollIntoViewIfNeeded();
  const duration = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onPress = (press: Event) =>
          addEventListener(
            'preview-playing',
            ({ timeStamp }) => resolve(timeStamp - press.timeStamp),
            {
              once: true,
            },
          );
        addEventListener('click', onPress, { once: true, capture: true });
      }),
  );
  await button.click();
  const milliseconds = await duration;
  await page.getByRole('button', { name: `Stop ${name}` }).click();
  return milliseconds;
}
