import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { dropKeys, isShort } from './queries.ts';

/**
 * Has lists to which a drop was added, or from which one was taken, read again: on the screen now,
 * otherwise when next opened. A long list is not refetched page by page: one that is not on the
 * screen is forgotten and begins at its first page, and one that is stays as it is.
 *
 * @param queryKey above the lists
 */
export function invalidateDropLists(queryClient: QueryClient, queryKey: QueryKey): void {
  const isLong: typeof isShort = (query) => !isShort(query);
  queryClient.removeQueries({ queryKey, type: 'inactive', predicate: isLong });
  void queryClient.invalidateQueries({ queryKey, predicate: isShort });
}

/**
 * Reads again which of someone's drops the viewer may see, as after a follow. Lists that mix them
 * with others' are read when next opened: the viewer does not lose their place in them.
 */
export function invalidateDropsBy(queryClient: QueryClient, userId: string): void {
  void queryClient.invalidateQueries({ queryKey: dropKeys.byAuthor(userId) });
  void queryClient.invalidateQueries({ queryKey: dropKeys.count(userId) });
  void queryClient.invalidateQueries({ queryKey: dropKeys.lists(), refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: dropKeys.details(), refetchType: 'none' });
}
