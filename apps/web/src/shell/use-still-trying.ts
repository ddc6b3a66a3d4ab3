import {
  useQueryClient,
  type Query,
  type QueryCache,
  type QueryCacheNotifyEvent,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** After how long a page says that it is still waiting for an answer, in milliseconds. */
const PATIENCE_MS = 5000;

/** Whether what the page shows has been on its way from the network for `PATIENCE_MS`, retries included. */
export function useStillTrying(): boolean {
  const queryClient = useQueryClient();
  const [isStillTrying, setStillTrying] = useState(false);
  useEffect(() => followAge(queryClient.getQueryCache(), setStillTrying), [queryClient]);
  return isStillTrying;
}

/** The cache's events after which another query may be on its way, or none. */
const CHANGES: ReadonlySet<QueryCacheNotifyEvent['type']> = new Set([
  'updated',
  'removed',
  'observerAdded',
  'observerRemoved',
]);

const isOnItsWay = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && query.isActive() && query.meta?.isLocal !== true;

/**
 * Reports when a query that a component uses has been fetching for `PATIENCE_MS`, and when none has any
 * more. A query keeps no time of its beginning, so that of each is noted here.
 *
 * @returns a function that stops it
 */
function followAge(cache: QueryCache, report: (isOld: boolean) => void): () => void {
  const begun = new Map<Query, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    clearTimeout(timer);
    const now = performance.now();
    for (const query of begun.keys()) if (!isOnItsWay(query)) begun.delete(query);
    for (const query of cache.getAll()) {
      if (isOnItsWay(query) && !begun.has(query)) begun.set(query, now);
    }
    const oldest = Math.min(...begun.values());
    const left = oldest + PATIENCE_MS - now;
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
