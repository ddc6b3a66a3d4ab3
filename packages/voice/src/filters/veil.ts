import { changeSpeed } from '../change-speed.ts';
import { robot } from './robot.ts';

/** Between which speeds the clip is played, in hundredths. */
const SLOWEST = 93;
const FASTEST = 107;

/**
 * Veil: somebody else speaks. So far the melody is gone and the speed is drawn at random; the stranger's
 * own voice is yet to come.
 *
 * @param random four words, of which the same give the same samples
 * @param onProgress is told which share of the work is done
 */
export function veil(
  samples: Float32Array,
  sampleRate: number,
  random: Uint32Array,
  onProgress?: (share: number) => void,
): Float32Array<ArrayBuffer> {
  const speed = SLOWEST + (random[0]! % (FASTEST - SLOWEST + 1));
  const masked = changeSpeed(robot(samples, sampleRate), [speed, 100]);
  onProgress?.(1);
  return masked;
}
