import type { Random } from './random.ts';

/** A value for each frame. */
export type Curve = (frame: number) => number;

/**
 * A curve that wanders at random around zero, smoothly from knot to knot.
 *
 * @param frames the number of frames
 * @param every frames from one knot to the next
 * @param depth the greatest distance from zero
 */
export function wanderingCurve(
  random: Random,
  frames: number,
  every: number,
  depth: number,
): Curve {
  const knots = Float64Array.from({ length: Math.ceil(frames / every) + 2 }, () =>
    random.between(-depth, depth),
  );
  return (frame) => {
    const knot = Math.floor(frame / every);
    return blend(knots[knot]!, knots[knot + 1]!, frame / every - knot);
  };
}

/** Interpolates from `a` to `b` with zero slope at both ends. */
export const blend = (a: number, b: number, share: number): number =>
  a + (b - a) * share * share * (3 - 2 * share);
