import type { QueryClient } from '@tanstack/react-query';
import { peopleKeys } from './queries.ts';

/** Invalidates everything that shows people, e.g. after a block: active queries refetch now, the others when next used. */
export function invalidatePeople(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: peopleKeys.shown() });
}

/**
 * Invalidates the queries that depend on follows: profiles with their counts, and suggestions. Lists
 * of people are refetched only when next opened, so that a person who was unfollowed by mistake
 * stays in the open list.
 */
export function invalidateFollows(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: peopleKeys.profiles() });
  void queryClient.invalidateQueries({ queryKey: peopleKeys.suggested() });
  void queryClient.invalidateQueries({ queryKey: peopleKeys.lists(), refetchType: 'none' });
}
