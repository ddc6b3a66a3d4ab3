import { toSearchText, searchTextFromUrl } from '#lib/search-text.ts';
import type { BookmarkSearch, BookmarkSort } from './bookmark-queries.ts';

const sorts = ['recent', 'oldest', 'longest'] as const satisfies readonly BookmarkSort[];

/** The search parameters of the address. Defaults are left out. */
export interface BookmarkAddress {
  q?: string;
  sort?: BookmarkSort;
}

/** Validates the search parameters of an address. */
export function readBookmarkAddress(search: Record<string, unknown>): BookmarkAddress {
  const sort = sorts.find((name) => name === search['sort']) ?? 'recent';
  return writeBookmarkAddress({ words: searchTextFromUrl(search['q']), sort });
}

export function writeBookmarkAddress({ words, sort }: BookmarkSearch): BookmarkAddress {
  const q = toSearchText(words);
  return { ...(q !== '' && { q }), ...(sort !== 'recent' && { sort }) };
}

export function bookmarkSearch({ q = '', sort = 'recent' }: BookmarkAddress): BookmarkSearch {
  return { words: q, sort };
}
