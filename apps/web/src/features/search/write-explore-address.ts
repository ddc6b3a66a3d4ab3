import { toSearchText } from '#lib/search-text.ts';
import type { ExploreAddress, ExploreSearch } from './explore-search.ts';

/** The search parameters that stand for a search. */
export function writeExploreAddress({ words, filter }: ExploreSearch): ExploreAddress {
  const q = toSearchText(words);
  return { ...(q !== '' && { q }), ...(filter !== 'all' && { filter }) };
}
