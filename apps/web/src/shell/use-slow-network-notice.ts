import {
  useQueryClient,
  type Query,
  type QueryCache,
  type QueryCacheNotifyEvent,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long a response may take before the page shows the notice, in milliseconds. */
const NOTICE_AFTER_MS = 5000;

/** Whether a query of the page has been fetching for `NOTICE_AFTER_MS`, retries included. */
export function useSlowNetworkNotice(): boolean {
  const queryClient = useQueryClient();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => watchFetches(queryClient.getQueryCache(), setSlow), [queryClient]);
  return isSlow;
}

/** The cache's events after which another query may be fetching, or none. */
const CHANGES: ReadonlySet<QueryCacheNotifyEvent['type']> = new Set([
  'updated',
  'removed',
  'observerAdded',
  'observerRemoved',
]);

const isFetching = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && query.isActive() && query.meta?.isLocal !== true;

/**
 * Reports when a query that a component uses has been fetching for `NOTICE_AFTER_MS`, and when none has
 * any more. A query does not keep when its fetch began, so this function does.
 *
 * @returns a function that stops watching
 */
function watchFetches(cache: QueryCache, report: (isSlow: boolean) => void): () => void {
  const beganAt = new Map<Query, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    clearTimeout(timer);
    const now = performance.now();
    for (const query of beganAt.keys()) if (!isFetching(query)) beganAt.delete(query);
    for (const query of cache.getAll()) {
      if (isFetching(query) && !beganAt.has(query)) beganAt.set(query, now);
    }
    const left = Math.min(...beganAt.values()) + NOTICE_AFTER_MS - now;
    report(left <= 0);
    if (left > 0 && Number.isFinite(left)) timer = setTimeout(check, left);
  };

  check();
  const unsubscribe = cache.subscribe(({ type }) => {
    if (CHANGES.has(type)) check();
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
