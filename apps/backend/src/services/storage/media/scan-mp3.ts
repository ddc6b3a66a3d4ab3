import { scanMp3Format } from '@undertone/voice/read-mp3-format';
import type { Scan } from './scan.ts';

/** Scans an MP3 file. What remains are its whole frames, without the tags before and after them. */
export function* scanMp3(size: number): Scan {
  const { duration, sampleRate, start, end } = yield* scanMp3Format(size);
  return { facts: { duration, sampleRate }, parts: [{ start, end }] };
}
