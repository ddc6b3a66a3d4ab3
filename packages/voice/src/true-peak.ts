import { makeKernel } from './resampling-kernel.ts';

/** Between two samples the signal is computed at three more positions, as BS.1770 asks for. */
const OVERSAMPLING = 4;

/**
 * Taps of the interpolation kernel: twice as many as in the recommendation's example, so that band-limited
 * edges measure as they do in FFmpeg.
 */
const TAPS = 24;

/** Samples before and after a stretch that its interpolated values depend on. */
const LEAD = TAPS / 2 - 1;
const TAIL = TAPS / 2;

/** Samples that are processed together; more than `TAIL`. */
export const STRETCH = 32;

/** The number of nearest taps, which dominate an interpolated value, and the first of them. */
const NEAR = 8;
const FIRST_NEAR = (TAPS - NEAR) / 2;

/** The kernel passes the full band, up to half the rate. */
const kernel = makeKernel(1, OVERSAMPLING, TAPS, TAPS, 1);
const ROWS = [1, 2, 3].map((phase) => kernel.row(phase / OVERSAMPLING));

/** The greatest factor by which an interpolated value exceeds the greatest sample around it. */
const MAX_RISE = greatestSum((tap) => tap >= 0);

/** The greatest contribution of the other taps, as a share of that sample. */
const MAX_REST = greatestSum((tap) => tap < FIRST_NEAR || tap >= FIRST_NEAR + NEAR);

function greatestSum(counts: (tap: number) => boolean): number {
  const sums = ROWS.map((row) =>
    row.reduce((sum, weight, tap) => sum + (counts(tap) ? Math.abs(weight) : 0), 0),
  );
  return Math.max(...sums);
}

/**
 * The greatest magnitude of the signal that the samples stand for, also between them: 1 at full
 * scale, 0 for an empty clip.
 *
 * @see ITU-R BS.1770-4, Annex 2
 */
export function truePeakLevel(samples: Float32Array): number {
  const peaks = surroundingPeaks(samples);
  const stretch = makeStretch();
  // Starting from the greatest sample skips most stretches, which cannot contain the true peak.
  let level = peaks.reduce((greatest, peak) => Math.max(greatest, peak), 0);
  for (let index = 0; index < peaks.length; index++) {
    if (peaks[index]! * MAX_RISE <= level) continue;
    measureStretch(stretch, samples, index * STRETCH, peaks[index]!, level);
    level = stretch.magnitudes.reduce((greatest, value) => Math.max(greatest, value), level);
  }
  return level;
}

/** A measurement is valid for levels down to this share of its own: 8 dB. */
const LOWER_LEVELS = 0.4;

/** Calls `visit` for the stretches of a clip that may rise above a level. */
export type VisitStretchesAbove = (
  level: number,
  visit: (start: number, magnitudes: Float32Array) => void,
) => void;

/**
 * Makes a function that visits the stretches of a clip that may exceed a level, with the start of each and
 * the magnitudes of the whole clip. Within a visited stretch, the magnitude of a sample is exact where the
 * signal exceeds the level between it and the next. Measurements are cached across levels.
 *
 * @param samples must not change while the function is used
 */
export function makePeakFinder(samples: Float32Array): VisitStretchesAbove {
  const peaks = surroundingPeaks(samples);
  const stretch = makeStretch();
  const magnitudes = new Float32Array(peaks.length * STRETCH);
  /** The level above which the magnitudes of each stretch are exact. */
  const exactAbove = new Float64Array(peaks.length).fill(Infinity);
  return (level, visit) => {
    for (let index = 0; index < peaks.length; index++) {
      if (peaks[index]! * MAX_RISE <= level) continue;
      const start = index * STRETCH;
      if (level < exactAbove[index]!) {
        exactAbove[index] = level * LOWER_LEVELS;
        measureStretch(stretch, samples, start, peaks[index]!, exactAbove[index]!);
        magnitudes.set(stretch.magnitudes, start);
      }
      visit(start, magnitudes);
    }
  };
}

/** The greatest sample of each stretch and its two neighbours. */
function surroundingPeaks(samples: Float32Array): Float64Array {
  const peaks = new Float64Array(Math.ceil(samples.length / STRETCH));
  for (let index = 0; index < peaks.length; index++) {
    const end = Math.min(samples.length, (index + 1) * STRETCH);
    let peak = 0;
    for (let i = index * STRETCH; i < end; i++) {
      const magnitude = Math.abs(samples[i]!);
      if (magnitude > peak) peak = magnitude;
    }
    peaks[index] = peak;
  }
  return peaks.map((peak, i) => Math.max(peak, peaks[i - 1] ?? 0, peaks[i + 1] ?? 0));
}

type Stretch = {
  magnitudes: Float64Array;
  /** The samples of the stretch, with those before and after it that the kernel needs. */
  surroundings: Float64Array;
};

function makeStretch(): Stretch {
  return {
    magnitudes: new Float64Array(STRETCH),
    surroundings: new Float64Array(LEAD + STRETCH + TAIL),
  };
}

/** Measures the magnitudes of a stretch. Those below `level` may be too low. */
function measureStretch(
  { magnitudes, surroundings }: Stretch,
  samples: Float32Array,
  start: number,
  peak: number,
  level: number,
): void {
  for (let i = 0; i < surroundings.length; i++) surroundings[i] = samples[start - LEAD + i] ?? 0;
  for (let i = 0; i < STRETCH; i++) magnitudes[i] = Math.abs(surroundings[LEAD + i]!);
  const leastNear = level - MAX_REST * peak;
  for (const row of ROWS) raiseToInterpolated(magnitudes, surroundings, row, leastNear);
}

/**
 * Raises each magnitude to that of the value interpolated after its sample by a row of the kernel. Where
 * the nearest taps contribute less than `leastNear`, the others are not computed. The weights of the
 * nearest taps stay in registers.
 */
function raiseToInterpolated(
  magnitudes: Float64Array,
  x: Float64Array,
  row: Float64Array,
  leastNear: number,
): void {
  const w0 = row[FIRST_NEAR]!;
  const w1 = row[FIRST_NEAR + 1]!;
  const w2 = row[FIRST_NEAR + 2]!;
  const w3 = row[FIRST_NEAR + 3]!;
  const w4 = row[FIRST_NEAR + 4]!;
  const w5 = row[FIRST_NEAR + 5]!;
  const w6 = row[FIRST_NEAR + 6]!;
  const w7 = row[FIRST_NEAR + 7]!;
  for (let i = 0, at = FIRST_NEAR; i < magnitudes.length; i++, at++) {
    const early = w0 * x[at]! + w1 * x[at + 1]! + w2 * x[at + 2]! + w3 * x[at + 3]!;
    const late = w4 * x[at + 4]! + w5 * x[at + 5]! + w6 * x[at + 6]! + w7 * x[at + 7]!;
    if (Math.abs(early + late) <= leastNear) continue;
    const magnitude = Math.abs(interpolate(x, i, row));
    if (magnitude > magnitudes[i]!) magnitudes[i] = magnitude;
  }
}

function interpolate(x: Float64Array, first: number, row: Float64Array): number {
  let value = 0;
  for (let tap = 0; tap < row.length; tap++) value += row[tap]! * x[first + tap]!;
  return value;
}
