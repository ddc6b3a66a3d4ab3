import { searchParams } from '#lib/search-params.ts';

/** `recent` and `oldest` sort by the time of the bookmark, `longest` by the drop's duration. */
const SORTS = ['recent', 'oldest', 'longest'] as const;

export type BookmarkSort = (typeof SORTS)[number];

export interface BookmarkSearch {
  /** Words in titles, usernames and hashtags; empty matches all bookmarks. */
  words: string;
  sort: BookmarkSort;
}

/** Validates the search parameters of the bookmarks' page. */
export const readBookmarkParams = searchParams({ q: 'text', sort: SORTS });
