import { searchParams } from '#lib/search-params.ts';

const FILTERS = ['all', 'recent', 'popular', 'short', 'medium', 'long'] as const;

export type ExploreFilter = (typeof FILTERS)[number];

export interface ExploreSearch {
  /** Words in titles and usernames; empty matches all drops. */
  words: string;
  filter: ExploreFilter;
}

const TAG_ORDERS = ['newest', 'hottest'] as const;

/** The order of a hashtag's drops. */
export type TagOrder = (typeof TAG_ORDERS)[number];

const readTagParams = searchParams({ tag: 'text', order: TAG_ORDERS });
const readWordParams = searchParams({ q: 'text', filter: FILTERS });

/**
 * Validates the search parameters of Explore: those of a search, or those of a hashtag's page, with the
 * hashtag as typed (see `hashtagOf`).
 */
export function readExploreParams(
  search: Record<string, unknown>,
): ReturnType<typeof readTagParams> & ReturnType<typeof readWordParams> {
  const params = readTagParams(search);
  return params.tag === undefined ? readWordParams(search) : params;
}
