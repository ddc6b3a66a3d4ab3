import { searchTextFromUrl } from '#lib/search-text.ts';

const filters = ['recent', 'popular', 'short', 'medium', 'long'] as const;

type Filter = (typeof filters)[number];

export type ExploreFilter = Filter | 'all';

export interface ExploreSearch {
  /** Words in titles and usernames; empty matches all drops. */
  words: string;
  filter: ExploreFilter;
}

/** The order of a hashtag's drops. */
export type TagOrder = 'newest' | 'hottest';

/** The search parameters of Explore's address. Defaults are left out. */
export interface ExploreAddress {
  q?: string;
  filter?: Filter;
  /** A hashtag, whose page Explore shows instead of a search. As written: see `hashtagOf`. */
  tag?: string;
  order?: 'hottest';
}

/** Validates the search parameters of an address. */
export function readExploreAddress(search: Record<string, unknown>): ExploreAddress {
  const tag = searchTextFromUrl(search['tag']);
  if (tag) return { tag, ...(search['order'] === 'hottest' && { order: 'hottest' }) };
  const q = searchTextFromUrl(search['q']);
  const filter = filters.find((name) => name === search['filter']);
  return { ...(q && { q }), ...(filter && { filter }) };
}
