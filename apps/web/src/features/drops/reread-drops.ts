import type { QueryClient } from '@tanstack/react-query';
import { dropKeys } from './queries.ts';

/**
 * Asks again which of someone's drops the viewer may see, as after a follow.
 * Lists that mix them with others' are asked for when next opened: what is
 * being read stays where it is.
 */
export function rereadDropsBy(queryClient: QueryClient, userId: string): void {
  void queryClient.invalidateQueries({ queryKey: dropKeys.byAuthor(userId) });
  void queryClient.invalidateQueries({ queryKey: dropKeys.count(userId) });
  void queryClient.invalidateQueries({ queryKey: dropKeys.lists(), refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: dropKeys.details(), refetchType: 'none' });
}
