import type { QueryClient } from '@tanstack/react-query';
import { peopleKeys } from './queries.ts';

/** Reads everything that shows a person again, as after a block: what is on the screen now, the rest when it is next opened. */
export function invalidatePeople(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: peopleKeys.shown() });
}

/**
 * Reads again what depends on who follows whom: profiles with their numbers, and suggestions.
 * Lists of people are read when next opened, so that someone who was unfollowed by mistake is still
 * there to be followed.
 */
export function invalidateFollows(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: peopleKeys.profiles() });
  void queryClient.invalidateQueries({ queryKey: peopleKeys.suggested() });
  void queryClient.invalidateQueries({ queryKey: peopleKeys.lists(), refetchType: 'none' });
}
