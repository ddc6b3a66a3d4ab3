import type { QueryClient } from '@tanstack/react-query';
import { peopleKeys } from './queries.ts';

/**
 * Asks again for all that depends on who follows or blocks whom: profiles with
 * their numbers, and suggestions. To be called where a follow or a block changes.
 * Lists of people are asked for when next opened: who was unfollowed by mistake
 * is still there to be followed.
 */
export async function rereadPeople(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: peopleKeys.profiles() }),
    queryClient.invalidateQueries({ queryKey: peopleKeys.suggested() }),
    queryClient.invalidateQueries({ queryKey: peopleKeys.lists(), refetchType: 'none' }),
  ]);
}
