import { applyPair } from './biquad.ts';
import { kWeighting } from './k-weighting.ts';

/** Blocks last 400 ms and overlap by three quarters: each begins a step after the one before. */
const STEP_SECONDS = 0.1;
const STEPS_PER_BLOCK = 4;

/** Blocks that are softer than this count as silence, in LUFS. */
const ABSOLUTE_GATE = -70;

/** Blocks that are softer than the mean of the others by more than this are pauses, in LU. */
const RELATIVE_GATE = -10;

/** What makes a sine of 997 Hz at full scale in one channel read -3.01 LUFS, in LU. */
const OFFSET = -0.691;

/**
 * A K-weighted copy of the clip.
 *
 * @param sampleRate in Hz, at least 8000.
 */
export function weigh(samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> {
  const weighted = new Float32Array(samples);
  applyPair(weighted, ...kWeighting(sampleRate));
  return weighted;
}

/**
 * The loudness of a weighted clip over its whole length, in LUFS, without its pauses; -Infinity for
 * one that is empty or silent. A clip of less than a block is taken as part of a sound that goes
 * on: its mean is over its own length.
 *
 * @param weighted one channel, by `weigh`
 * @param sampleRate in Hz
 * @param gains what each sample is to be multiplied by; by default 1
 * @see ITU-R BS.1770-4, Annex 1
 */
export function integratedLoudness(
  weighted: Float32Array,
  sampleRate: number,
  gains?: Float32Array,
): number {
  const powers = blockPowers(weighted, sampleRate, gains).filter(
    (power) => loudnessOf(power) > ABSOLUTE_GATE,
  );
  const gate = loudnessOf(mean(powers)) + RELATIVE_GATE;
  return loudnessOf(mean(powers.filter((power) => loudnessOf(power) > gate)));
}

/** The mean square of each block. What is left over after the last whole step is not counted. */
function blockPowers(
  weighted: Float32Array,
  sampleRate: number,
  gains: Float32Array | undefined,
): number[] {
  const step = Math.round(STEP_SECONDS * sampleRate);
  const steps = meanSquares(weighted, step, gains);
  if (steps.length < STEPS_PER_BLOCK) return meanSquares(weighted, weighted.length, gains);
  return Array.from({ length: steps.length - STEPS_PER_BLOCK + 1 }, (_, index) =>
    mean(steps.slice(index, index + STEPS_PER_BLOCK)),
  );
}

/** The mean squares of the clip's whole stretches of a length, in samples. @param gains as above */
export function meanSquares(samples: Float32Array, length: number, gains?: Float32Array): number[] {
  const count = length > 0 ? Math.floor(samples.length / length) : 0;
  const sumOf = gains
    ? (start: number) => sumOfLimitedSquares(samples, gains, start, length)
    : (start: number) => sumOfSquares(samples, start, length);
  return Array.from({ length: count }, (_, index) => sumOf(index * length) / length);
}

function sumOfSquares(samples: Float32Array, start: number, length: number): number {
  let sum = 0;
  for (let i = start; i < start + length; i++) sum += samples[i]! * samples[i]!;
  return sum;
}

function sumOfLimitedSquares(
  samples: Float32Array,
  gains: Float32Array,
  start: number,
  length: number,
): number {
  let sum = 0;
  for (let i = start; i < start + length; i++) {
    const value = samples[i]! * gains[i]!;
    sum += value * value;
  }
  return sum;
}

/** The loudness of a weighted sound of that mean square, in LUFS. */
export function loudnessOf(power: number): number {
  return OFFSET + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
