/** What is known of rows before they are rendered. Lengths are in CSS pixels. */
interface RowsInit {
  /** The rows' keys, from the top down. */
  keys: readonly string[];
  /** The height of a row if it was measured before. */
  heightOf: (key: string) => number | undefined;
  /** The height of a row while none has been measured. */
  estimate: number;
  /** Space between two rows. */
  gap: number;
}

/**
 * The positions of all rows of a list, rendered or not. A row that has not been measured counts with
 * the average height of those that have.
 */
export class Rows {
  readonly keys: readonly string[];
  readonly #gap: number;
  readonly #estimate: number;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #heights: (number | undefined)[];
  /** Cached until a height changes: scrolling reads positions at each frame. */
  #positions: { tops: readonly number[]; usualHeight: number } | undefined;

  constructor({ keys, heightOf, estimate, gap }: RowsInit) {
    this.keys = keys;
    this.#gap = gap;
    this.#estimate = estimate;
    this.#indexes = new Map(keys.map((key, index) => [key, index]));
    this.#heights = keys.map(heightOf);
  }

  /** The index of a row; -1 for an unknown key. */
  indexOf(key: string): number {
    return this.#indexes.get(key) ?? -1;
  }

  measure(key: string, height: number): void {
    const index = this.indexOf(key);
    if (index === -1 || this.#heights[index] === height) return;
    this.#heights[index] = height;
    this.#positions = undefined;
  }

  height(index: number): number {
    return this.#heights[index] ?? this.#place().usualHeight;
  }

  /** The distance of a row from the top of the list. The index after the last is that of a further row. */
  top(index: number): number {
    return this.#place().tops[index] ?? 0;
  }

  /** The index of the row at a distance from the top of the list, or of the nearest row; -1 in an empty list. */
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

  #place() {
    if (this.#positions) return this.#positions;
    const measured = this.#heights.filter((height) => height !== undefined);
    const sum = measured.reduce((total, height) => total + height, 0);
    const usualHeight = measured.length > 0 ? sum / measured.length : this.#estimate;
    const tops = [0];
    for (const height of this.#heights) {
      tops.push((tops.at(-1) ?? 0) + (height ?? usualHeight) + this.#gap);
    }
    this.#positions = { tops, usualHeight };
    return this.#positions;
  }
}

/** A rendered row, and the space above it that takes the place of rows not rendered. */
interface PlacedRow {
  index: number;
  above: number;
}

/** How far above and below the window rows are rendered, in heights of the window. */
const AHEAD = 1;

/**
 * The rows in the window or near it; the nearest row when there is none.
 *
 * @param above how far the top of the list is above the top of the window, in CSS pixels; negative
 *   when it is below
 * @param view the height of the window, in CSS pixels
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
 * The space above each rendered row, and below the last, that puts the row where it would be if all
 * rows were rendered.
 *
 * @param drawn indexes of the rendered rows, from the top down
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

/** The height of a row that was measured in a list of this width; of any width while the width is unknown. */
export function rememberedHeight(key: string, width: number | undefined): number | undefined {
  const row = measured.get(key);
  return row && (width === undefined || row.width === width) ? row.height : undefined;
}

/** Whether any row has been measured; before that no list has a scroll position to restore. */
export const hasRememberedHeights = (): boolean => measured.size > 0;
