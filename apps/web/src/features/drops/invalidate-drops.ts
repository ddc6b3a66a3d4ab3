import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isShort } from './queries.ts';

/**
 * Invalidates lists to which a drop was added or from which one was removed. A long list is not
 * refetched page by page: it stays unchanged while it is on the screen, and leaves the cache otherwise.
 *
 * @param queryKey a prefix of the lists' keys
 */
export function invalidateDropLists(queryClient: QueryClient, queryKey: QueryKey): void {
  const isLong: typeof isShort = (query) => !isShort(query);
  queryClient.removeQueries({ queryKey, type: 'inactive', predicate: isLong });
  void queryClient.invalidateQueries({ queryKey, predicate: isShort });
}
