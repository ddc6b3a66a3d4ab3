import { integratedLoudness, loudnessOf, meanSquares } from './integrated-loudness.ts';

/** Long enough to hold a period of any voice, short enough for a consonant, in seconds. */
const FRAME = 0.02;

/** The shares of the frames that are softer than a clip's soft and its loud moments. */
const SOFT = 0.1;
const LOUD = 0.95;

/** What counts as the softest frame there can be, in LUFS, so that digital silence is a number. */
const FLOOR = -90;

/**
 * How far apart soft and loud moments lie, in LU, in what goes on evenly (a fan, a street, hiss) and
 * in what is spoken.
 */
const EVEN = 4;
const SPOKEN = 10;

/**
 * Between which loudnesses, in LUFS, a clip goes from "hardly audible" to "meant to be heard": the
 * first for what has the course of speech, the second for what goes on evenly.
 */
const SPOKEN_RANGE = { start: -52, end: -46 };
const EVEN_RANGE = { start: -34, end: -26 };

/**
 * How surely a clip holds more than noise: 1 for speech at any level at which it is meant, 0 for what
 * is hardly audible and for noise that goes on evenly, and in between in between.
 *
 * @param weighted one channel, by `weigh`
 * @param sampleRate in Hz
 */
export function speechShare(weighted: Float32Array, sampleRate: number): number {
  const likeness = progress(levelRange(weighted, sampleRate), EVEN, SPOKEN);
  const between = (even: number, spoken: number) => even + likeness * (spoken - even);
  const start = between(EVEN_RANGE.start, SPOKEN_RANGE.start);
  const end = between(EVEN_RANGE.end, SPOKEN_RANGE.end);
  return progress(integratedLoudness(weighted, sampleRate), start, end);
}

/** How far a clip's loud moments lie above its soft ones, in LU. */
function levelRange(weighted: Float32Array, sampleRate: number): number {
  const levels = meanSquares(weighted, Math.round(FRAME * sampleRate))
    .map((power) => Math.max(FLOOR, loudnessOf(power)))
    .sort((a, b) => a - b);
  const at = (share: number) => levels[Math.floor(share * levels.length)] ?? FLOOR;
  return at(LOUD) - at(SOFT);
}

/** How far a value is on the way from `start` to `end`, from 0 to 1. */
function progress(value: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (value - start) / (end - start)));
}
