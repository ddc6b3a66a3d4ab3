import type { Page } from '@playwright/test';

/** Sample rate at which sounds are compared, Hz. It is enough to distinguish voices. */
const RATE = 8_000;

/** Length of the excerpt that is searched for, in samples: half a second. */
const LENGTH = RATE / 2;

/** Decodes a file in the browser. @returns samples at 8 kHz, or null when the file is not audio */
export async function decodeAudio(page: Page, file: Buffer): Promise<Float32Array | null> {
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
 * Returns how much of one sound occurs in another, at any time and loudness: the greatest correlation
 * of the half second in the sound's middle, 0 to 1.
 */
export function similarity(sound: Float32Array, other: Float32Array): number {
  const middle = Math.floor((sound.length - LENGTH) / 2);
  const excerpt = sound.subarray(middle, middle + LENGTH);
  const excerptPower = product(excerpt, excerpt);
  let greatest = 0;
  for (let start = 0; start + LENGTH <= other.length; start++) {
    const candidate = other.subarray(start, start + LENGTH);
    const power = excerptPower * product(candidate, candidate);
    greatest = Math.max(greatest, Math.abs(product(excerpt, candidate)) / Math.sqrt(power + 1e-12));
  }
  return greatest;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
