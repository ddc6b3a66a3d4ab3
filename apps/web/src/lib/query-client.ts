import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isFinalAnswer, isTimeout } from './backend-error.ts';
import { logFailure } from './log.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the query's users expect this error, which is then not logged. */
      isExpected?: (error: unknown) => boolean;
      /** Whether the query reads from this device alone, so that the network cannot delay it. */
      isLocal?: boolean;
    };
  }
}

/** Creates the cache of what is read from the backend. Failed queries are logged here, and not by their callers. */
export function createQueryClient(): QueryClient {
  // The manager assumes that a new page is online, and would report no change when the network of a page that was opened offline is back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash, meta }) => {
        if (!meta?.isExpected?.(error)) logFailure(`${queryHash} could not be read.`, error);
      },
    }),
    defaultOptions: {
      // Mutations fail at once without a network. By default they would wait silently until it is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // A retry without a network would fail; queries in use are read again when it is back. After a
        // timeout the person has waited for long enough, and is offered to try again.
        retry: (failures, error) =>
          failures < 2 && navigator.onLine && !isFinalAnswer(error) && !isTimeout(error),
        refetchOnWindowFocus: false,
      },
    },
  });
}
