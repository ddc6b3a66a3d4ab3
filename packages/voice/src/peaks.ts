import { peakLevel, rootMeanSquare } from './gain.ts';

/** How many peaks are stored for a clip: `voice_drops.waveform` holds exactly as many. */
export const PEAK_COUNT = 100;

/** A peak is a whole number from 0 (as soft as the clip's pauses) to this, the clip's loud moments. */
export const PEAK_MAX = 100;

/** A clip that never gets louder than this (-60 dB of full scale) is drawn as silence. */
const SILENCE = 0.001;

/** The shares of the stretches that are softer than the lowest and the highest height that is drawn. */
const LOWEST = 0.05;
const HIGHEST = 0.95;

/** Below 1, so that soft syllables can be seen beside loud ones. */
const EXPONENT = 0.7;

/**
 * The lowest level is at most this share of the highest, so that an even sound is drawn as one, and its small
 * changes are not stretched to the whole height. In five minutes of speech without long pauses, where each
 * stretch has several words, the share is 0.7 to 0.8.
 */
const MAX_FLOOR = 0.85;

/**
 * The highest height is at least this share of the loudest stretch, so that a few words in a long pause are
 * not drawn as high as its noise.
 */
const MIN_CEILING = 0.25;

/**
 * A clip's outline: the loudness (root mean square) of each of `PEAK_COUNT` equal stretches, as whole numbers
 * from 0 to `PEAK_MAX`, stretched between the clip's own soft and loud moments. Quiet takes are thus drawn as
 * tall as loud ones; silent and empty ones are all zeros.
 *
 * The maximum of each stretch instead would be the same in nearly all stretches of a clip that was compressed or
 * limited. For the same reason, measure a clip before it is limited.
 */
export function measurePeaks(samples: Float32Array): number[] {
  const start = (index: number) => (index * samples.length) / PEAK_COUNT;
  const levels = Array.from({ length: PEAK_COUNT }, (_, index) => {
    const from = Math.floor(start(index));
    return rootMeanSquare(samples.subarray(from, Math.max(from + 1, Math.floor(start(index + 1)))));
  });
  if (peakLevel(samples) < SILENCE) return levels.map(() => 0);
  const sorted = levels.toSorted((one, other) => one - other);
  const high = Math.max(atShare(sorted, HIGHEST), sorted.at(-1)! * MIN_CEILING);
  const low = Math.min(atShare(sorted, LOWEST), high * MAX_FLOOR);
  return levels.map((level) => Math.round(levelHeight(level, low, high) * PEAK_MAX));
}

/**
 * The height at which a level is drawn, from 0 to 1.
 *
 * @param level root mean square; 1 at full scale
 * @param low the level that is drawn with no height
 * @param high the level that is drawn with the full height
 */
export function levelHeight(level: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (level - low) / (high - low))) ** EXPONENT;
}

/** The value that a share of the sorted values is at most as great as. */
function atShare(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!;
}
