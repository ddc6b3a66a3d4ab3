/** What is known of rows before any is drawn. Lengths are in CSS pixels. */
interface RowsInit {
  /** From the top down. */
  keys: readonly string[];
  /** The height of a row that has been measured before. */
  heightOf: (key: string) => number | undefined;
  /** Height of a row while none has been measured. */
  estimate: number;
  /** Space between two rows. */
  gap: number;
}

/**
 * The rows of a list, drawn or not, and where each of them stands. Rows that
 * have not been measured are taken to be as high as the others are on average.
 *
 * To ask or to measure takes as long for ten rows as for ten thousand, within a
 * few steps: it happens at each frame while one scrolls.
 */
export class Rows {
  readonly keys: readonly string[];
  readonly #gap: number;
  readonly #estimate: number;
  readonly #places: ReadonlyMap<string, number>;
  readonly #heights: (number | undefined)[];
  readonly #heightSums: RunningSums;
  readonly #counts: RunningSums;
  #measuredHeight = 0;
  #measuredCount = 0;

  constructor({ keys, heightOf, estimate, gap }: RowsInit) {
    this.keys = keys;
    this.#gap = gap;
    this.#estimate = estimate;
    this.#places = new Map(keys.map((key, index) => [key, index]));
    this.#heights = Array.from({ length: keys.length });
    this.#heightSums = new RunningSums(keys.length);
    this.#counts = new RunningSums(keys.length);
    for (const key of keys) {
      const height = heightOf(key);
      if (height !== undefined) this.measure(key, height);
    }
  }

  /** -1 for a key that no row has. */
  indexOf(key: string): number {
    return this.#places.get(key) ?? -1;
  }

  measure(key: string, height: number): void {
    const index = this.indexOf(key);
    const before = this.#heights[index];
    if (index === -1 || before === height) return;
    this.#heights[index] = height;
    this.#heightSums.add(index, height - (before ?? 0));
    this.#measuredHeight += height - (before ?? 0);
    if (before !== undefined) return;
    this.#counts.add(index, 1);
    this.#measuredCount += 1;
  }

  height(index: number): number {
    return this.#heights[index] ?? this.#usualHeight();
  }

  /** How far a row begins below the top of the list; for the index past the last, where one more would. */
  top(index: number): number {
    const unmeasured = index - this.#counts.before(index);
    return this.#heightSums.before(index) + unmeasured * this.#usualHeight() + index * this.#gap;
  }

  /** The row at a distance below the top of the list, or the nearest; -1 in an empty list. */
  indexAt(distance: number): number {
    let first = 0;
    let last = this.keys.length - 1;
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if (this.top(middle) <= distance) first = middle;
      else last = middle - 1;
    }
    return last;
  }

  #usualHeight(): number {
    return this.#measuredCount > 0 ? this.#measuredHeight / this.#measuredCount : this.#estimate;
  }
}

/** Numbers in a row of which the first ones can be summed, and each changed, in few steps: a binary indexed tree. */
class RunningSums {
  readonly #tree: Float64Array;

  constructor(length: number) {
    this.#tree = new Float64Array(length + 1);
  }

  add(index: number, amount: number): void {
    for (let node = index + 1; node < this.#tree.length; node += node & -node) {
      this.#tree[node] = (this.#tree[node] ?? 0) + amount;
    }
  }

  /** The sum of all before an index. */
  before(index: number): number {
    let sum = 0;
    for (let node = index; node > 0; node -= node & -node) sum += this.#tree[node] ?? 0;
    return sum;
  }
}

/** A row that is drawn, and the space above it, where rows that are not drawn would be. */
interface PlacedRow {
  index: number;
  above: number;
}

/** How many heights of the window are drawn above and below it. */
const AHEAD = 1;

/**
 * Which rows are on the screen or near it; the nearest where none is.
 *
 * @param above how far the list has been scrolled past the top of the window, in
 *   CSS pixels; negative while it begins below
 * @param view the window's height
 */
export function rowsInSight(
  rows: Rows,
  above: number,
  view: number,
): { first: number; count: number } {
  const first = Math.max(0, rows.indexAt(above - view * AHEAD));
  const last = rows.indexAt(above + view * (1 + AHEAD));
  return { first, count: last - first + 1 };
}

/**
 * The space above each row that is drawn, and below the last, so that it stands
 * where it would if all were drawn.
 *
 * @param drawn indexes, from the top down
 */
export function placeRows(
  rows: Rows,
  drawn: readonly number[],
): { rows: PlacedRow[]; below: number } {
  let reached = 0;
  const placed = drawn.map((index) => {
    const top = rows.top(index);
    const above = top - reached;
    reached = top + rows.height(index);
    return { index, above };
  });
  const next = (drawn.at(-1) ?? -1) + 1;
  return { rows: placed, below: rows.top(rows.keys.length) - rows.top(next) };
}

interface MeasuredRow {
  height: number;
  width: number | undefined;
}

/** How many heights are kept; the ones measured longest ago are dropped first. */
const KEPT_HEIGHTS = 2000;

/** Heights of the rows of all lists, so that a list that is opened again can scroll back to where it was. */
const measured = new Map<string, MeasuredRow>();

/** Keeps the height of a row in a list of that width, both in CSS pixels. */
export function rememberHeight(key: string, height: number, width: number | undefined): void {
  measured.delete(key);
  measured.set(key, { height, width });
  const [oldest] = measured.keys();
  if (measured.size > KEPT_HEIGHTS && oldest !== undefined) measured.delete(oldest);
}

/** The height of a row, if it has been measured at this width; at any, before the width is known. */
export function rememberedHeight(key: string, width: number | undefined): number | undefined {
  const row = measured.get(key);
  return row && (width === undefined || row.width === width) ? row.height : undefined;
}

/** Whether any row has been measured; before that no list has a scroll position to restore. */
export const hasRememberedHeights = (): boolean => measured.size > 0;
