/** Every masked voice is brought to this peak, if that takes no more gain than `MAX_GAIN`. */
export const TARGET_PEAK = 0.9;

/** The greatest gain of a quiet clip, since the gain also raises its noise floor. */
export const MAX_GAIN = 4;

/** The greatest magnitude in the clip; 0 for an empty one, NaN if any sample is NaN. */
export function peakLevel(samples: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]!));
  return peak;
}

/** The root of the mean square: 0 for silence, NaN for an empty clip. */
export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i]! * samples[i]!;
  return Math.sqrt(sum / samples.length);
}

/**
 * The gain that brings the clip to `TARGET_PEAK`; 1 for a silent clip.
 *
 * @throws {RangeError} when a sample is not finite.
 */
export function normalizingGain(samples: Float32Array): number {
  const peak = peakLevel(samples);
  if (!Number.isFinite(peak)) throw new RangeError('The clip holds samples that are not finite.');
  return peak === 0 ? 1 : Math.min(TARGET_PEAK / peak, MAX_GAIN);
}

/** Multiplies by `gain` and clips to ±1. Changes the samples in place. */
export function amplify(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) {
    const raised = samples[i]! * gain;
    samples[i] = raised > 1 ? 1 : raised < -1 ? -1 : raised;
  }
}

/**
 * Clips softly and symmetrically, by `x / (1 + |x|)`, as if the clip's peak were at `drive`. The
 * peak stays where it was; all that is softer comes closer to it. Changes the samples in place.
 */
export function saturate(samples: Float32Array, drive: number): void {
  const peak = peakLevel(samples);
  if (peak === 0) return;
  const gain = drive / peak;
  const makeUp = (peak * (1 + drive)) / drive;
  for (let i = 0; i < samples.length; i++) {
    const driven = samples[i]! * gain;
    samples[i] = (driven / (1 + Math.abs(driven))) * makeUp;
  }
}
