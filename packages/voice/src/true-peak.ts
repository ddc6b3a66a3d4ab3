import { makeKernel } from './resampling-kernel.ts';

/** Between two samples the signal is computed at three more positions, as BS.1770 asks for. */
const OVERSAMPLING = 4;

/** How many samples a value between two of them is made of. */
const TAPS = 16;

/** Samples on either side of a stretch that its values are made of, too. */
const LEAD = TAPS / 2 - 1;
const TAIL = TAPS / 2;

/** Samples that are looked at together; more than `TAIL`. */
export const STRETCH = 64;

const kernel = makeKernel(1, OVERSAMPLING, TAPS, TAPS);
const ROWS = [1, 2, 3].map((phase) => kernel.row(phase / OVERSAMPLING));

/** No value between samples is greater than the greatest sample around it by more than this. */
const MAX_RISE = Math.max(
  ...ROWS.map((row) => row.reduce((sum, weight) => sum + Math.abs(weight), 0)),
);

/**
 * The greatest magnitude of the signal that the samples stand for, also between them: 1 at full
 * scale, 0 for an empty clip.
 *
 * @see ITU-R BS.1770-4, Annex 2
 */
export function truePeakLevel(samples: Float32Array): number {
  const bounds = stretchBounds(samples);
  const magnitudes = new Float64Array(STRETCH);
  const surroundings = new Float64Array(LEAD + STRETCH + TAIL);
  // Every sample counts, so that most stretches of a voice cannot hold the peak and are passed over.
  let peak = bounds.reduce((greatest, bound) => Math.max(greatest, bound / MAX_RISE), 0);
  for (const [index, bound] of bounds.entries()) {
    if (bound <= peak) continue;
    measureStretch(samples, index * STRETCH, magnitudes, surroundings);
    for (const magnitude of magnitudes) if (magnitude > peak) peak = magnitude;
  }
  return peak;
}

/**
 * Hands over those of the clip's stretches that may rise above a level: where the stretch begins,
 * and the greatest magnitude from each of its samples up to the next. The array is used again.
 */
export function visitStretchesAbove(
  samples: Float32Array,
  level: number,
  visit: (start: number, magnitudes: Float64Array) => void,
): void {
  const magnitudes = new Float64Array(STRETCH);
  const surroundings = new Float64Array(LEAD + STRETCH + TAIL);
  for (const [index, bound] of stretchBounds(samples).entries()) {
    if (bound <= level) continue;
    measureStretch(samples, index * STRETCH, magnitudes, surroundings);
    visit(index * STRETCH, magnitudes);
  }
}

/** What no value of each stretch exceeds, by the samples in it and in the stretches beside it. */
function stretchBounds(samples: Float32Array): Float64Array {
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
  return peaks.map((peak, i) => Math.max(peak, peaks[i - 1] ?? 0, peaks[i + 1] ?? 0) * MAX_RISE);
}

function measureStretch(
  samples: Float32Array,
  start: number,
  magnitudes: Float64Array,
  surroundings: Float64Array,
): void {
  const from = Math.max(0, start - LEAD);
  surroundings.fill(0);
  surroundings.set(samples.subarray(from, start + STRETCH + TAIL), from - start + LEAD);
  for (let i = 0; i < STRETCH; i++) magnitudes[i] = Math.abs(surroundings[LEAD + i]!);
  for (const row of ROWS) raiseToInterpolated(magnitudes, surroundings, row);
}

/** Raises each magnitude to that of the value which a row of the kernel gives after its sample. */
function raiseToInterpolated(
  magnitudes: Float64Array,
  surroundings: Float64Array,
  row: Float64Array,
): void {
  for (let i = 0; i < magnitudes.length; i++) {
    let value = 0;
    for (let tap = 0; tap < row.length; tap++) value += row[tap]! * surroundings[i + tap]!;
    const magnitude = Math.abs(value);
    if (magnitude > magnitudes[i]!) magnitudes[i] = magnitude;
  }
}
