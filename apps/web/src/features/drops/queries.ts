import { infiniteQueryOptions, queryOptions, type Query } from '@tanstack/react-query';
import { listed, newestFirst, oldestFirst, type Sortable } from '@undertone/domain/first-reads';
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
import { dropStore, orKept, orKeptDrop, readPage } from './drop-cache.ts';
import { dropKeys } from './drop-keys.ts';
import { acceptingArrivals, withoutMuted, type DropPage } from './drop-pages.ts';

/** PostgreSQL's code for a text that is no value of the type, here of a UUID. */
const INVALID_TEXT_REPRESENTATION = '22P02';

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
  // Pages hold functions, which cannot be compared.
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
    queryFn: async (context): Promise<DropPage> =>
      withoutMuted(
        acceptingArrivals(
          await readPage(context.client, () =>
            readRecentPage(client, context.pageParam, context.signal).catch(
              orKept(client, context),
            ),
          ),
        ),
      ),
  });
}

/** A page of the newest drops. @param start undefined for the first one */
export async function readRecentPage(
  client: SupabaseClient,
  start: PageStart | undefined,
  signal?: AbortSignal,
): Promise<CursorPage<Drop>> {
  let query = listed(selectDrops(client));
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
    queryFn: async ({ client: queryClient, pageParam, signal }): Promise<DropPage> => {
      const page = await readPage(queryClient, async () => {
        let query = selectDrops(client).eq('user_id', userId);
        if (pageParam) query = query.or(olderThan(pageParam));
        const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
        return cursorPage(data, LIST_PAGE_SIZE, dropFromRow);
      });
      return acceptingArrivals(page, ({ author }) => author.userId === userId);
    },
  });
}

/** Reads one drop into the store. The query's data is its id, or null if there is none that the viewer may see. */
export function dropOptions(client: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: dropKeys.detail(id),
    queryFn: async ({ client: queryClient, signal }): Promise<string | null> => {
      const store = dropStore(queryClient);
      const requestedAt = performance.now();
      const drops = selectDrops(client).eq('id', id).abortSignal(signal);
      const drop = await drops
        .maybeSingle()
        .throwOnError()
        .then(({ data }) => data && dropFromRow(data), orKeptDrop(client, id));
      if (drop) store.receive([drop], requestedAt);
      else store.remove(id, requestedAt);
      return drop && id;
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
