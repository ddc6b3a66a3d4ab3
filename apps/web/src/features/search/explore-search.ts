import { searchParams } from '#lib/search-params.ts';

const FILTERS = ['all', 'recent', 'popular', 'short', 'medium', 'long'] as const;

export type ExploreFilter = (typeof FILTERS)[number];

export interface ExploreSearch {
  /** Words in titles and usernames; empty matches all drops. */
  words: string;
  filter: ExploreFilter;
}

/** Validates the search parameters of Explore: those of a search, or a hashtag as typed, whose page is another one. */
export const readExploreParams = searchParams({ q: 'text', tag: 'text', filter: FILTERS });
