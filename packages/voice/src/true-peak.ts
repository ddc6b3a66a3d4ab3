import { makeKernel } from './resampling-kernel.ts';

/** Between two samples the signal is computed at three more positions, as BS.1770 asks for. */
const OVERSAMPLING = 4;

/**
 * How many samples a value between two of them is made of: twice as many as in the recommendation's
 * example, so that the edges that a filter leaves are measured as FFmpeg measures them.
 */
const TAPS = 24;

/** Samples on either side of a stretch that its values are made of, too. */
const LEAD = TAPS / 2 - 1;
const TAIL = TAPS / 2;

/** Samples that are looked at together; more than `TAIL`. */
export const STRETCH = 32;

/** The nearest of the samples, of which a value nearly consists, and the first of them. */
const NEAR = 8;
const FIRST_NEAR = (TAPS - NEAR) / 2;

/** Nothing is cut off: the signal reaches up to half the rate. */
const kernel = makeKernel(1, OVERSAMPLING, TAPS, TAPS, 1);
const ROWS = [1, 2, 3].map((phase) => kernel.row(phase / OVERSAMPLING));

/** No value between samples is greater than the greatest sample around it by more than this. */
const MAX_RISE = greatestSum((tap) => tap >= 0);

/** And by more than this, of that sample, from what the nearest samples make of it. */
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
  // Every sample counts, so that most of a voice cannot hold the peak and is passed over.
  let level = peaks.reduce((greatest, peak) => Math.max(greatest, peak), 0);
  for (let index = 0; index < peaks.length; index++) {
    if (peaks[index]! * MAX_RISE <= level) continue;
    measureStretch(stretch, samples, index * STRETCH, peaks[index]!, level);
    level = stretch.magnitudes.reduce((greatest, value) => Math.max(greatest, value), level);
  }
  return level;
}

/** What is measured for a level is right for lower ones as well, down to this share of it: 8 dB. */
const LOWER_LEVELS = 0.4;

/** Calls `visit` for the stretches of a clip that may rise above a level. */
export type VisitStretchesAbove = (
  level: number,
  visit: (start: number, magnitudes: Float32Array) => void,
) => void;

/**
 * Finds the stretches of a clip that may rise above a level, and hands over where each begins and the
 * magnitudes of the whole clip: of the samples of such a stretch, where they rise above the level from
 * there to the next sample, the greatest. What was measured for one level serves for others.
 *
 * @param samples must not change meanwhile
 */
export function makePeakFinder(samples: Float32Array): VisitStretchesAbove {
  const peaks = surroundingPeaks(samples);
  const stretch = makeStretch();
  const magnitudes = new Float32Array(peaks.length * STRETCH);
  /** From which level on the magnitudes of each stretch are right. */
  const rightAbove = new Float64Array(peaks.length).fill(Infinity);
  return (level, visit) => {
    for (let index = 0; index < peaks.length; index++) {
      if (peaks[index]! * MAX_RISE <= level) continue;
      const start = index * STRETCH;
      if (level < rightAbove[index]!) {
        rightAbove[index] = level * LOWER_LEVELS;
        measureStretch(stretch, samples, start, peaks[index]!, rightAbove[index]!);
        magnitudes.set(stretch.magnitudes, start);
      }
      visit(start, magnitudes);
    }
  };
}

/** The greatest sample of each stretch and the two beside it. */
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
  /** The samples of the stretch and those before and after it that its values are made of. */
  surroundings: Float64Array;
};

function makeStretch(): Stretch {
  return {
    magnitudes: new Float64Array(STRETCH),
    surroundings: new Float64Array(LEAD + STRETCH + TAIL),
  };
}

/** Finds the magnitudes of a stretch that are above `level`; others may be given too low. */
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
 * Raises each magnitude to that of the value which a row of the kernel gives after its sample. Where
 * the nearest samples make less than `leastNear` of it, the rest is not looked at. Their weights stay
 * in registers.
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
