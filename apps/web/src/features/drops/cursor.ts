/** A place in a list that is sorted by time: the last row that has been read. */
export interface Cursor {
  createdAt: string;
  id: string;
}

/** One page of a list, and where the next one begins, if there may be one. */
export interface CursorPage<Item> {
  items: Item[];
  next: Cursor | undefined;
}

/** Rows older than a cursor, in the words of PostgREST's `or`. Two rows of the same moment are told apart by id. */
export function olderThan({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt."${id}")`;
}

/** Rows newer than a cursor, for a list that is sorted oldest first. */
export function newerThan({ createdAt, id }: Cursor): string {
  return `created_at.gt."${createdAt}",and(created_at.eq."${createdAt}",id.gt."${id}")`;
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
