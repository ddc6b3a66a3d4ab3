import { toSearchText } from '#lib/search-text.ts';
import type { BookmarkSearch } from './bookmark-queries.ts';
import type { BookmarkAddress } from './bookmark-search.ts';

/** The search parameters that stand for a search. */
export function writeBookmarkAddress({ words, sort }: BookmarkSearch): BookmarkAddress {
  const q = toSearchText(words);
  return { ...(q !== '' && { q }), ...(sort !== 'recent' && { sort }) };
}
