import type { QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { dropKeys } from './queries.ts';

/** Reads all drops and people again, lists from their beginning, as when people who were blocked can be seen again. */
export function resetDropsAndPeople(queryClient: QueryClient): void {
  for (const queryKey of [dropKeys.lists(), dropKeys.details(), dropKeys.counts()]) {
    void queryClient.resetQueries({ queryKey });
  }
  invalidatePeople(queryClient);
}
