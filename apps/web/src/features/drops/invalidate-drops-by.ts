import type { QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { dropKeys } from './drop-keys.ts';
import { invalidateDropLists } from './invalidate-drops.ts';

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
