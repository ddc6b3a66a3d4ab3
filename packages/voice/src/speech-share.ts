import { loudnessOf, meanSquares } from './integrated-loudness.ts';

/** Frame length in seconds: long enough for a period of any voice, short enough for a consonant. */
const FRAME = 0.02;

/** The share of a clip's frames that count as its soft moments. */
const SOFT = 0.1;

/** The level of digital silence, in LUFS, so that it is a number. */
const FLOOR = -90;

/**
 * A clip's loudness above its soft moments, in LU: up to `EVEN` the clip is steady noise (a fan, a street,
 * hiss), from `SPOKEN` on it is speech.
 */
const EVEN = 3;
const SPOKEN = 8;

/**
 * The loudness range, in LUFS, over which the speech share rises from 0 to 1, for clips with the dynamics of
 * speech and for steady noise.
 */
const SPOKEN_RANGE = { start: -52, end: -46 };
const EVEN_RANGE = { start: -34, end: -26 };

/**
 * The confidence that a clip is more than background noise, from 0 to 1: 1 for audible speech, 0 for hardly
 * audible clips and for soft steady noise.
 *
 * @param weighted one channel, by `weigh`
 * @param loudness its own, by `integratedLoudness`, in LUFS
 * @param sampleRate in Hz
 */
export function speechShare(weighted: Float32Array, loudness: number, sampleRate: number): number {
  const likeness = progress(loudness - softLevel(weighted, sampleRate), EVEN, SPOKEN);
  const between = (even: number, spoken: number) => even + likeness * (spoken - even);
  const start = between(EVEN_RANGE.start, SPOKEN_RANGE.start);
  const end = between(EVEN_RANGE.end, SPOKEN_RANGE.end);
  return progress(loudness, start, end);
}

/** How loud a clip's soft moments are at most, in LUFS. */
function softLevel(weighted: Float32Array, sampleRate: number): number {
  const powers = meanSquares(weighted, Math.round(FRAME * sampleRate)).sort((a, b) => a - b);
  return Math.max(FLOOR, loudnessOf(powers[Math.floor(SOFT * powers.length)] ?? 0));
}

/** How far a value is on the way from `start` to `end`, from 0 to 1. */
function progress(value: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (value - start) / (end - start)));
}
