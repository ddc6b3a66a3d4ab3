import type { QueryClient } from '@tanstack/react-query';
import { peopleKeys } from './queries.ts';

/**
 * Asks again for all that depends on who follows or blocks whom: profiles with
 * their numbers, and suggestions. To be called where a follow or a block changes.
 */
export async function rereadPeople(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: peopleKeys.profiles() }),
    queryClient.invalidateQueries({ queryKey: peopleKeys.suggested() }),
  ]);
}
