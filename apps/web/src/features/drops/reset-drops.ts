import type { QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { dropKeys } from './queries.ts';

/** Refetches all drops and people, lists from their start, e.g. when blocked people are visible again. */
export function resetDropsAndPeople(queryClient: QueryClient): void {
  for (const queryKey of [dropKeys.lists(), dropKeys.details(), dropKeys.counts()]) {
    void queryClient.resetQueries({ queryKey });
  }
  invalidatePeople(queryClient);
}
