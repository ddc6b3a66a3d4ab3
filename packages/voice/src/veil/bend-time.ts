import { wanderingCurve } from './curve.ts';
import { FRAMES_PER_SECOND, STEP } from './frames.ts';
import { makeRandom } from './random.ts';

/** By how much the speed of a whole clip differs from that of the speaker, at most; and within the clip from that. */
const SPEED = 0.04;
const BEND = 0.04;

/** Seconds in which the speed goes from one knot to the next. */
const KNOT = 1.2;

/**
 * How Veil bends the time: where in the clip each of its frames is taken from, in samples at its own rate.
 * Slower and faster by at most 8 % together.
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
