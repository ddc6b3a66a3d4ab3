/** A position in a list sorted by time: that of the last row that was read. */
export interface Cursor {
  createdAt: string;
  id: string;
}

/** Where a page begins and in which direction it continues: to older rows unless `newer` is set. */
export interface PageStart extends Cursor {
  newer?: true;
}

/** One page of a list, and where the next page begins if there may be one. */
export interface CursorPage<Item> {
  items: Item[];
  next: Cursor | undefined;
  /** Where the previous page begins; only in lists that drop pages scrolled past. */
  previous?: PageStart | undefined;
}

/** The PostgREST `or` filter for rows older than a cursor. The id orders rows of the same moment. */
export function olderThan({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt."${id}")`;
}

/** The PostgREST `or` filter for rows newer than a cursor. */
export function newerThan({ createdAt, id }: Cursor): string {
  return `created_at.gt."${createdAt}",and(created_at.eq."${createdAt}",id.gt."${id}")`;
}

/** The PostgREST `or` filter for the rows of a page. */
export function beyond(start: PageStart): string {
  return start.newer ? newerThan(start) : olderThan(start);
}

/**
 * Makes a page of rows.
 *
 * @param rows as read, at most `size` of them; a full page may have a next page
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
 * Makes a page of rows for a list that drops pages scrolled past: the page has a start for both
 * its neighbours.
 *
 * @param start where the page begins; undefined for the newest page
 * @param rows as read, in order of distance from `start`
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
