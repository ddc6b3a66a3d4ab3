/** The rows of a list, drawn or not, from the top down. */
export interface Rows {
  keys: readonly string[];
  /** In CSS pixels, as measured or estimated. */
  heights: readonly number[];
}

/** A row that is drawn, and the space above it, where rows that are not drawn would be. */
interface PlacedRow {
  index: number;
  above: number;
}

/** How many heights of the window are drawn above and below it. */
const AHEAD = 1;

/**
 * Which rows are on the screen or near it.
 *
 * @param above how far the list has been scrolled past the top of the window, in
 *   CSS pixels; negative while it begins below
 * @param view the window's height
 */
export function rowsInSight(
  { heights }: Rows,
  gap: number,
  above: number,
  view: number,
): { first: number; count: number } {
  const from = above - view * AHEAD;
  const to = above + view * (1 + AHEAD);
  let first = heights.length;
  let end = 0;
  let top = 0;
  for (const [index, height] of heights.entries()) {
    if (top + height >= from && top <= to) {
      first = Math.min(first, index);
      end = index + 1;
    }
    top += height + gap;
  }
  // Scrolled past all of it, or not down to it: the nearest row is drawn all the same.
  if (end === 0) return { first: from > 0 ? Math.max(0, heights.length - 1) : 0, count: 1 };
  return { first, count: end - first };
}

/**
 * The space above each row that is drawn, and below the last, so that it stands
 * where it would if all were drawn.
 *
 * @param drawn indexes, from the top down
 */
export function placeRows(
  { heights }: Rows,
  drawn: readonly number[],
  gap: number,
): { rows: PlacedRow[]; below: number } {
  const space = (from: number, to: number) => {
    let sum = 0;
    for (let index = from; index < to; index++) sum += (heights[index] ?? 0) + gap;
    return sum;
  };
  let last = -1;
  const rows = drawn.map((index) => {
    const above = space(last + 1, index) + (last === -1 ? 0 : gap);
    last = index;
    return { index, above };
  });
  return { rows, below: space(last + 1, heights.length) };
}
