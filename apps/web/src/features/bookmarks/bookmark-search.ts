import { searchTextFromUrl } from '#lib/search-text.ts';
import type { BookmarkSort } from './bookmark-queries.ts';

const sorts = ['oldest', 'longest'] as const satisfies readonly BookmarkSort[];

/** The search parameters of the address. Defaults are left out. */
export interface BookmarkAddress {
  q?: string;
  sort?: (typeof sorts)[number];
}

/** Validates the search parameters of an address. */
export function readBookmarkAddress(search: Record<string, unknown>): BookmarkAddress {
  const q = searchTextFromUrl(search['q']);
  const sort = sorts.find((name) => name === search['sort']);
  return { ...(q && { q }), ...(sort && { sort }) };
}
