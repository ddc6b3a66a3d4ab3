import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { showChangedSince } from './toggle.ts';

/** What is known of a read that is under way. */
interface Read {
  /** When it was asked for, by `performance.now()`. */
  askedAt: number;
  /** Whether it is for one more page of a list. */
  isForMore: boolean;
  /** What is cached meanwhile. */
  cached: InfiniteData<unknown> | undefined;
}

/**
 * Keeps what is changed in a cache while something is read. An answer knows only what was so when it
 * was asked for: it would undo a like that was written meanwhile, and one more page of a list puts
 * all the pages before it back as they were.
 *
 * @returns a function that ends it
 */
export function keepChanges(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const reads = new Map<string, Read>();
  const begin = ({ queryHash, state }: Query, askedAt: number) => {
    const isForMore = state.fetchMeta?.fetchMore !== undefined;
    reads.set(queryHash, { askedAt, isForMore, cached: pagesOf(state.data) });
  };
  for (const query of cache.findAll({ fetchStatus: 'fetching' })) begin(query, 0);

  return cache.subscribe((event) => {
    const { queryHash, queryKey, state } = event.query;
    if (event.type === 'removed') reads.delete(queryHash);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') begin(event.query, performance.now());
    const read = reads.get(queryHash);
    if (!read || action.type !== 'success') return;
    if (action.manual) {
      read.cached = pagesOf(state.data);
      return;
    }
    reads.delete(queryHash);
    const { askedAt, isForMore, cached } = read;
    const arrived = pagesOf(state.data);
    if (isForMore && cached && arrived) {
      const updatedAt = state.dataUpdatedAt;
      queryClient.setQueryData(queryKey, withLatest(arrived, cached), { updatedAt });
    }
    showChangedSince(askedAt);
  });
}

function pagesOf(data: unknown): InfiniteData<unknown> | undefined {
  return isList(data) ? data : undefined;
}

function isList(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** A list that has grown, with the pages that were there before as they are now. */
function withLatest({ pages, pageParams }: InfiniteData<unknown>, cached: InfiniteData<unknown>) {
  const latest = pages.map((page, index) => {
    const known = cached.pageParams.indexOf(pageParams[index]);
    return known === -1 ? page : cached.pages[known];
  });
  return { pages: latest, pageParams };
}
