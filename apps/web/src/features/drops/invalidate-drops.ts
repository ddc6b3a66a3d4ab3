import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { dropKeys } from './drop-keys.ts';
import { isShort } from './queries.ts';

/**
 * Invalidates lists to which a drop was added or from which one was removed. A long list is not
 * refetched page by page: it stays unchanged while it is on the screen, and leaves the cache otherwise.
 *
 * @param queryKey a prefix of the lists' keys
 */
export function invalidateDropLists(queryClient: QueryClient, queryKey: QueryKey): void {
  const isLong: typeof isShort = (query) => !isShort(query);
  queryClient.removeQueries({ queryKey, type: 'inactive', predicate: isLong });
  void queryClient.invalidateQueries({ queryKey, predicate: isShort });
}

/**
 * Invalidates the drops of a person: after a follow the viewer may see other drops of theirs. Lists of
 * several people's drops are refetched only when next opened, so that the viewer keeps their place; that of
 * followed people, which has changed, at once if it is short.
 */
export function invalidateDropsBy(queryClient: QueryClient, userId: string): void {
  void queryClient.invalidateQueries({ queryKey: dropKeys.byAuthor(userId) });
  void queryClient.invalidateQueries({ queryKey: dropKeys.count(userId) });
  void queryClient.invalidateQueries({ queryKey: dropKeys.lists(), refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: dropKeys.details(), refetchType: 'none' });
  invalidateDropLists(queryClient, dropKeys.following());
}

/** Refetches all drops and people, lists from their start, e.g. when blocked people are visible again. */
export function resetDropsAndPeople(queryClient: QueryClient): void {
  for (const queryKey of [dropKeys.lists(), dropKeys.details(), dropKeys.counts()]) {
    void queryClient.resetQueries({ queryKey });
  }
  invalidatePeople(queryClient);
}
