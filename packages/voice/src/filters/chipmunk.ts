import { changeSpeed } from '../change-speed.ts';

/** 1.3 times as fast as spoken. */
const SPEED = [13, 10] as const;

/** High Pitch: higher and quicker. The result is shorter than the clip by that factor. */
export const chipmunk = (samples: Float32Array): Float32Array<ArrayBuffer> =>
  changeSpeed(samples, SPEED);
