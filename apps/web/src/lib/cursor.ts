/** A place in a list that is sorted by time: the last row that has been read. */
export interface Cursor {
  createdAt: string;
  id: string;
}

/** Where a page begins, and which way it goes from there: to what is older, unless it says otherwise. */
export interface PageStart extends Cursor {
  newer?: true;
}

/** One page of a list, and where the next one begins, if there may be one. */
export interface CursorPage<Item> {
  items: Item[];
  next: Cursor | undefined;
  /** Where the page before it begins; only in lists that let go of what was scrolled past. */
  previous?: PageStart | undefined;
}

/** Rows older than a cursor, in the words of PostgREST's `or`. Two rows of the same moment are told apart by id. */
export function olderThan({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt."${id}")`;
}

/** Rows newer than a cursor. */
export function newerThan({ createdAt, id }: Cursor): string {
  return `created_at.gt."${createdAt}",and(created_at.eq."${createdAt}",id.gt."${id}")`;
}

/** The rows on the side of a cursor to which a page goes. */
export function beyond(start: PageStart): string {
  return start.newer ? newerThan(start) : olderThan(start);
}

/**
 * The page that rows make up.
 *
 * @param rows as read, at most `size` of them; a full page may have another after it
 */
export function cursorPage<Row extends { created_at: string; id: string }, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): CursorPage<Item> {
  const last = rows.length === size ? rows.at(-1) : undefined;
  return {
    items: rows.map(toItem),
    next: last && { createdAt: last.created_at, id: last.id },
  };
}

/**
 * The page that rows make up in a list that lets go of what was scrolled past:
 * it knows both its neighbours.
 *
 * @param start where it began; undefined for the newest page, which has none before it
 * @param rows as read, from the start on
 */
export function cursorPageBothWays<Row extends { created_at: string; id: string }, Item>(
  start: PageStart | undefined,
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): CursorPage<Item> {
  if (!start?.newer) {
    const [first] = rows;
    const page = cursorPage(rows, size, toItem);
    return start && first ? { ...page, previous: newerStart(first) } : page;
  }
  const newestFirst = rows.toReversed();
  const [first] = newestFirst;
  const last = newestFirst.at(-1);
  return {
    items: newestFirst.map(toItem),
    next: last ? { createdAt: last.created_at, id: last.id } : start,
    previous: rows.length === size && first ? newerStart(first) : undefined,
  };
}

function newerStart(row: { created_at: string; id: string }): PageStart {
  return { createdAt: row.created_at, id: row.id, newer: true };
}
