import { changeSpeed } from '../change-speed.ts';

/** 0.85 times as fast as spoken. */
const SPEED = [17, 20] as const;

/** Deep Voice: lower and slower. The result is longer than the clip by that factor. */
export const deep = (samples: Float32Array): Float32Array<ArrayBuffer> =>
  changeSpeed(samples, SPEED);
