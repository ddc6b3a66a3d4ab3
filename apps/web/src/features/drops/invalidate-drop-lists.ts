import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isShort } from './queries.ts';

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
