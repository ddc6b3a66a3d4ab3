/*
 * Shapes as SVG path data of the commands M, L, C and Z with absolute coordinates, which browsers and the functions'
 * canvas draw. All outlines except holes have the same direction, so shapes that overlap in one path merge.
 */

export type Point = readonly [x: number, y: number];

/** The handles' length of a cubic curve that approximates a quarter of a circle of radius 1. */
const QUARTER = 0.5523;
/** The same for half a circle. */
const HALF = 4 / 3;

/** A hundredth of a unit is a seventh of a pixel in the largest image. */
const write = ([x, y]: Point): string =>
  `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;

const curve = (...points: readonly [Point, Point, Point]): string =>
  `C${points.map(write).join(' ')}`;

/** A closed line through points. */
export const polygon = (points: readonly Point[]): string => `M${points.map(write).join('L')}Z`;

/** A disc; with a negative radius it has the opposite direction, and is a hole in a larger one. */
export function disc(x: number, y: number, radius: number): string {
  const height = Math.abs(radius);
  const at = (across: number, down: number): Point => [x + across * radius, y + down * height];
  return [
    `M${write(at(0, -1))}`,
    curve(at(QUARTER, -1), at(1, -QUARTER), at(1, 0)),
    curve(at(1, QUARTER), at(QUARTER, 1), at(0, 1)),
    curve(at(-QUARTER, 1), at(-1, QUARTER), at(-1, 0)),
    `${curve(at(-1, -QUARTER), at(-QUARTER, -1), at(0, -1))}Z`,
  ].join('');
}

/** A bar with round ends around a middle, upright or lying. Width and height include the ends. */
export function bar(x: number, y: number, width: number, height: number): string {
  const isUpright = height > width;
  const radius = Math.min(width, height) / 2;
  const reach = radius * HALF;
  const half = Math.max(width, height) / 2 - radius;
  const at = (along: number, across: number): Point =>
    isUpright ? [x + across, y - along] : [x + along, y + across];
  return [
    `M${write(at(half, -radius))}`,
    curve(at(half + reach, -radius), at(half + reach, radius), at(half, radius)),
    `L${write(at(-half, radius))}`,
    `${curve(at(-half - reach, radius), at(-half - reach, -radius), at(-half, -radius))}Z`,
  ].join('');
}

/** The area below a smooth curve through points from left to right, down to the bottom at y = 100. */
export function hill(points: readonly Point[]): string {
  const first: Point = points[0] ?? [0, 100];
  const last: Point = points.at(-1) ?? [100, 100];
  const curves = points.slice(1).map((to, index) => {
    const [x, y] = points[index] ?? first;
    const middle = (x + to[0]) / 2;
    return curve([middle, y], [middle, to[1]], to);
  });
  return `M${write(first)}${curves.join('')}L${write([last[0], 100])}L${write([first[0], 100])}Z`;
}
