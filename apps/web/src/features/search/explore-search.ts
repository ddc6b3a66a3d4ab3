import { searchWords, wordsInAddress } from '#lib/search-words.ts';

const filters = ['all', 'recent', 'popular', 'short', 'medium', 'long'] as const;

export type ExploreFilter = (typeof filters)[number];

/** What Explore shows. */
export interface ExploreSearch {
  /** In titles and names; nothing finds all. */
  words: string;
  filter: ExploreFilter;
}

/** The same as the address says it: what is as at first is left out. */
export interface ExploreAddress {
  q?: string;
  filter?: ExploreFilter;
}

/** Reads whatever stands in an address. */
export function readExploreAddress(search: Record<string, unknown>): ExploreAddress {
  const filter = filters.find((name) => name === search['filter']) ?? 'all';
  return writeExploreAddress({ words: wordsInAddress(search['q']), filter });
}

export function writeExploreAddress({ words, filter }: ExploreSearch): ExploreAddress {
  const q = searchWords(words);
  return { ...(q !== '' && { q }), ...(filter !== 'all' && { filter }) };
}

export function exploreSearch({ q = '', filter = 'all' }: ExploreAddress): ExploreSearch {
  return { words: q, filter };
}
