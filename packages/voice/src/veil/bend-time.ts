import { wanderingCurve } from './curve.ts';
import { FRAMES_PER_SECOND, STEP } from './frames.ts';
import { makeRandom } from './random.ts';

/** Greatest deviation of a clip's speed from the speaker's, and of the speed within the clip from the clip's. */
const SPEED = 0.04;
const BEND = 0.04;

/** Seconds between the knots of the speed curve. */
const KNOT = 1.2;

/**
 * Bends the time: returns the position in the clip from which each output frame is read, in samples at
 * Veil's internal rate. The speed varies by at most 8 %.
 *
 * @param length of the clip, in samples at that rate
 * @param random the words of `veil`
 */
export function bendTime(length: number, random: Uint32Array): Float64Array {
  const draw = makeRandom(random, 'bend');
  const speed = 1 + draw.between(-SPEED, SPEED);
  const most = Math.ceil(length / (STEP * (1 - SPEED - BEND))) + 1;
  const bend = wanderingCurve(draw, most, KNOT * FRAMES_PER_SECOND, BEND);
  const positions = new Float64Array(most);
  let count = 0;
  for (let at = 0; at < length; count++) {
    positions[count] = at;
    at += STEP * (speed + bend(count));
  }
  return positions.subarray(0, count);
}
