import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type Query,
} from '@tanstack/react-query';
import { newestFirst, oldestFirst, type Sortable } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import {
  beyond,
  cursorPage,
  cursorPageBothWays,
  olderThan,
  type Cursor,
  type CursorPage,
  type PageStart,
} from '#lib/cursor.ts';
import { errorCode } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { DROP_COLUMNS, dropFromRow, type Drop } from './drop.ts';

export const dropKeys = {
  all: ['drops'] as const,
  /** Prefix of every list whose pages hold drops, so that a change to a drop reaches all of them. */
  lists: () => [...dropKeys.all, 'list'] as const,
  recent: () => [...dropKeys.lists(), 'recent'] as const,
  byAuthor: (userId: string) => [...dropKeys.lists(), 'author', userId] as const,
  /** Prefix of the lists of liked drops. */
  liked: () => [...dropKeys.lists(), 'liked'] as const,
  likedBy: (userId: string) => [...dropKeys.liked(), userId] as const,
  /** Prefix of the lists of bookmarked drops. */
  bookmarks: () => [...dropKeys.lists(), 'bookmarked'] as const,
  /** Prefix of the drops that were read for their own pages. */
  details: () => [...dropKeys.all, 'detail'] as const,
  detail: (id: string) => [...dropKeys.details(), id] as const,
  /** Prefix of the numbers of people's drops. */
  counts: () => [...dropKeys.all, 'count'] as const,
  count: (userId: string) => [...dropKeys.counts(), userId] as const,
  /** Mutation keys. */
  privacy: (id: string) => [...dropKeys.all, 'privacy', id] as const,
  description: (id: string) => [...dropKeys.all, 'description', id] as const,
  delete: (id: string) => [...dropKeys.all, 'delete', id] as const,
  /** The drops that are being posted from this tab. */
  pending: () => [...dropKeys.all, 'pending'] as const,
};

/** PostgreSQL's code for a text that is no value of the type, here of a UUID. */
const INVALID_TEXT_REPRESENTATION = '22P02';

export type DropPage = CursorPage<Drop>;
export type DropPages = InfiniteData<DropPage>;

/** How many pages of a list are kept. Pages scrolled far past are dropped, and fetched again on the way back. */
const PAGES_KEPT = 25;

/** A list is refetched only if it has at most this many pages, which are read one after the other. */
const PAGES_REFETCHED = 2;

/** Whether a list is short enough to be refetched. */
export const isShort = ({ state }: Pick<Query, 'state'>): boolean => {
  const list = state.data;
  const pages = list instanceof Object && 'pages' in list ? list.pages : [];
  return Array.isArray(pages) && pages.length <= PAGES_REFETCHED;
};

/** Options that all lists of drops share. */
export const dropListDefaults = {
  refetchOnMount: isShort,
  refetchOnReconnect: isShort,
  // Changes to a list keep unchanged drops the same objects, so comparing whole lists would gain nothing.
  structuralSharing: false,
} as const;

/** Pages from the newest drop to older ones. */
export const paging = {
  ...dropListDefaults,
  initialPageParam: undefined as Cursor | undefined,
  getNextPageParam: (page: DropPage) => page.next,
};

/** Pages in both directions, for a long list that drops pages scrolled far past. */
export const pagingBothWays = {
  ...dropListDefaults,
  initialPageParam: undefined as PageStart | undefined,
  getNextPageParam: (page: DropPage) => page.next,
  getPreviousPageParam: (page: DropPage) => page.previous,
  maxPages: PAGES_KEPT,
};

export const selectDrops = (client: SupabaseClient) =>
  client.from('voice_drops').select(DROP_COLUMNS);

/** The newest drops that the viewer may see. */
export function recentDropsOptions(client: SupabaseClient) {
  return infiniteQueryOptions({
    ...pagingBothWays,
    queryKey: dropKeys.recent(),
    queryFn: ({ pageParam, signal }) => readRecentPage(client, pageParam, signal),
  });
}

/** A page of the newest drops. @param start undefined for the first one */
export async function readRecentPage(
  client: SupabaseClient,
  start: PageStart | undefined,
  signal?: AbortSignal,
): Promise<DropPage> {
  let query = selectDrops(client);
  if (start) query = query.or(beyond(start));
  const ordered = inPageOrder(query, start);
  if (signal) void ordered.abortSignal(signal);
  const { data } = await ordered.throwOnError();
  return cursorPageBothWays(start, data, LIST_PAGE_SIZE, dropFromRow);
}

/** A person's drops, newest first. */
export function authorDropsOptions(client: SupabaseClient, userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.byAuthor(userId),
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      let query = selectDrops(client).eq('user_id', userId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, LIST_PAGE_SIZE, dropFromRow);
    },
  });
}

/** One drop by its id; null if there is none that the viewer may see. */
export function dropOptions(client: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: dropKeys.detail(id),
    queryFn: async ({ signal }): Promise<Drop | null> => {
      const drops = selectDrops(client).eq('id', id).abortSignal(signal);
      const { data } = await drops.maybeSingle().throwOnError();
      return data && dropFromRow(data);
    },
    meta: { isExpected: isMalformedId },
  });
}

/** Whether a drop could not be read because its id is malformed. */
export function isMalformedId(error: unknown): boolean {
  return errorCode(error) === INVALID_TEXT_REPRESENTATION;
}

/** Sorts and limits the rows of a page, in order of distance from its start. */
export function inPageOrder<Query extends Sortable<Query>>(
  query: Query,
  start: PageStart | undefined,
): Query {
  return start?.newer ? oldestFirst(query) : newestFirst(query);
}
