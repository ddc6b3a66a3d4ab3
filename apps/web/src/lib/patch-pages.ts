import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes the items of each page of cached infinite lists. Items that are equal afterwards stay the same
 * objects.
 *
 * @param queryKey a prefix of the lists' keys
 * @param change receives the items of a page, and whether the page is the first
 */
export function patchPages<Item>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (items: readonly Item[], isFirst: boolean) => Item[],
): void {
  queryClient.setQueriesData<InfiniteData<{ items: Item[] }>>(
    { queryKey },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({
          ...page,
          items: change(page.items, index === 0),
        })),
      },
  );
}
