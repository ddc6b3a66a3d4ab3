import type { Page } from '@playwright/test';

/** Hz. Enough to tell voices apart. */
const RATE = 8_000;

/** How much of one sound is looked for in another, in samples: half a second. */
const LENGTH = RATE / 2;

/** Decodes a file as the browser does. @returns samples at 8 kHz, or null when it is no sound */
export async function decodeSound(page: Page, file: Buffer): Promise<Float32Array | null> {
  const samples = await page.evaluate(
    async ({ base64, rate }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const decoder = new OfflineAudioContext(1, 1, rate);
      try {
        const buffer = await decoder.decodeAudioData(bytes.buffer);
        return Array.from(buffer.getChannelData(0));
      } catch {
        return null;
      }
    },
    { base64: file.toString('base64'), rate: RATE },
  );
  return samples && Float32Array.from(samples);
}

/**
 * How much of a sound is in another, at whatever time and loudness: the greatest correlation of half a
 * second from its middle, 0 to 1.
 */
export function likeness(sound: Float32Array, other: Float32Array): number {
  const middle = Math.floor((sound.length - LENGTH) / 2);
  const wanted = sound.subarray(middle, middle + LENGTH);
  const wantedPower = product(wanted, wanted);
  let greatest = 0;
  for (let start = 0; start + LENGTH <= other.length; start++) {
    const there = other.subarray(start, start + LENGTH);
    const power = wantedPower * product(there, there);
    greatest = Math.max(greatest, Math.abs(product(wanted, there)) / Math.sqrt(power + 1e-12));
  }
  return greatest;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}

/** The recording that the page keeps of its only take, in the format of the browser's recorder. */
export async function keptRecording(page: Page): Promise<Buffer> {
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
