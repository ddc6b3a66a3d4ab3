import type { Outline } from './canvas.ts';

/**
 * Converts SVG path data (absolute M, L, Q, C and Z) to closed outlines of line segments.
 *
 * @param left and `top`: the path's origin, pixels
 * @param scale pixels of a unit
 * @param pieces the number of line segments that approximate a curve; the default is enough for letters
 */
export function pathOutlines(
  path: string,
  left: number,
  top: number,
  scale: number,
  pieces = 6,
): Outline[] {
  const outlines: number[][] = [];
  let current: number[] = [];
  let [x, y] = [0, 0];
  const to = (nextX: number, nextY: number) => {
    [x, y] = [nextX, nextY];
    current.push(left + x * scale, top + y * scale);
  };
  /** Calls `draw` with the curve parameter t, and 1 - t, at the end of each segment. */
  const curve = (draw: (share: number, rest: number) => void) => {
    for (let piece = 1; piece <= pieces; piece += 1) draw(piece / pieces, 1 - piece / pieces);
  };
  for (const [, command = '', values = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = [...values.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (command === 'M') {
      current = [];
      outlines.push(current);
      to(a, b);
    } else if (command === 'L') {
      to(a, b);
    } else if (command === 'Q') {
      const [startX, startY] = [x, y];
      curve((t, u) =>
        to(u * u * startX + 2 * u * t * a + t * t * c, u * u * startY + 2 * u * t * b + t * t * d),
      );
    } else if (command === 'C') {
      const [startX, startY] = [x, y];
      curve((t, u) =>
        to(
          u ** 3 * startX + 3 * u * u * t * a + 3 * u * t * t * c + t ** 3 * e,
          u ** 3 * startY + 3 * u * u * t * b + 3 * u * t * t * d + t ** 3 * f,
        ),
      );
    }
  }
  return outlines;
}
