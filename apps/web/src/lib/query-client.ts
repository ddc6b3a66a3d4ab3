import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { errorCode } from './error-code.ts';
import { logFailure } from './log.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether an error is an answer that the query's users expect: it is not logged. */
      isExpected?: (error: unknown) => boolean;
    };
  }
}

/** HTTP statuses that another try cannot change. */
const FINAL = new Set([400, 401, 403, 404, 406, 409, 413, 422]);

function isFinal(error: unknown): boolean {
  // PostgREST's errors carry PostgreSQL's or its own code: an answer, not an accident.
  if (errorCode(error)) return true;
  return error instanceof Object && 'status' in error && FINAL.has(Number(error.status));
}

/** The cache of everything read from the backend, one for the page. */
export function createQueryClient(): QueryClient {
  // It takes every page for online until that changes: one that was opened offline would see no change when the network is back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash, meta }) => {
        if (!meta?.isExpected?.(error)) logFailure(`${queryHash} could not be read.`, error);
      },
    }),
    defaultOptions: {
      // Without a network things fail and say so; they are not silently put off until it is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // Without a network another try fails as well; when it is back, everything on the screen is read anew.
        retry: (failures, error) => failures < 2 && navigator.onLine && !isFinal(error),
        refetchOnWindowFocus: false,
      },
    },
  });
}
