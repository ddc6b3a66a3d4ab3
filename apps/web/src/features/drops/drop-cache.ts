import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CommentedDrop } from '#features/comments/mutations.ts';
import { perClient } from '#lib/per-client.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Drop } from './drop.ts';
import { dropKeys } from './drop-keys.ts';
import { listedDrops, type DropPages, type ListedPage } from './drop-pages.ts';
import { DropStore } from './drop-store.ts';

/** The store of the drops of which a query cache holds the ids. Drops that no query refers to are evicted. */
export const dropStore = perClient((queryClient: QueryClient) => {
  const store = new DropStore();
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== dropKeys.all[0] || (type !== 'updated' && type !== 'removed')) return;
    // A query that is under way may have stored drops already, whose ids are not in the cache yet.
    if (queryClient.isFetching({ queryKey: dropKeys.all }) > 0) return;
    store.evict(idsInUse(queryClient, store));
  });
  return store;
});

function idsInUse(queryClient: QueryClient, store: DropStore): Set<string> {
  const inUse = new Set<string>();
  for (const [, list] of queryClient.getQueriesData<DropPages>({ queryKey: dropKeys.lists() })) {
    for (const id of list?.pages.flatMap(({ ids }) => ids) ?? []) inUse.add(id);
    for (const { id } of listedDrops(store, list?.pages ?? [])) inUse.add(id);
  }
  for (const [, id] of queryClient.getQueriesData<string>({ queryKey: dropKeys.details() })) {
    if (id) inUse.add(id);
  }
  return inUse;
}

const loadKeptDrops = () => import('./kept-drops.ts');

/**
 * Handles a failed read of a list.
 *
 * @param context of the query
 * @returns a function that returns, without a network, the list as this device has kept it, and else throws the cause
 */
export const orKept =
  (client: SupabaseClient, context: { client: QueryClient; queryKey: QueryKey }) =>
  async (cause: unknown) => {
    if (navigator.onLine) throw cause;
    return (await loadKeptDrops()).readKeptPage(client, context, cause);
  };

/** Like `orKept`, for one drop. */
export const orKeptDrop = (client: SupabaseClient, id: string) => async (cause: unknown) => {
  if (navigator.onLine) throw cause;
  return (await loadKeptDrops()).readKeptDrop(client, id, cause);
};

/** Reads a page of drops into the store. @returns the page with their ids */
export async function readPage<Page extends { items: readonly Drop[] }>(
  queryClient: QueryClient,
  read: () => Promise<Page>,
): Promise<Omit<Page, 'items'> & Pick<ListedPage, 'ids' | 'requestedAt'>> {
  const requestedAt = performance.now();
  const { items, ...page } = await read();
  dropStore(queryClient).receive(items, requestedAt);
  return { ...page, ids: items.map(({ id }) => id), requestedAt };
}

/** A drop as its comments take it, which change the comment count on its cards. */
export function commentedDrop(queryClient: QueryClient, drop: Drop) {
  const { id, title, author, allowsVoiceReplies } = drop;
  const store = dropStore(queryClient);
  const onCount: CommentedDrop['onCount'] = (count, written) => {
    const commentCount = count(store.get(id)?.commentCount ?? 0);
    const patch = (drop: Drop) => ({ ...drop, commentCount });
    store.edit(id, 'comments', patch, written && Infinity);
    void written?.then(() => store.settle(id, patch));
  };
  return { id, title, ownerId: author.userId, track: drop, allowsVoiceReplies, onCount };
}
