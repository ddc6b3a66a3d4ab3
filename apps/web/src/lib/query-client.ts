import { onlineManager, QueryClient } from '@tanstack/react-query';
import { localEdits } from './local-edits.ts';

/** HTTP statuses that another try cannot change. */
const FINAL = new Set([400, 401, 403, 404, 406, 409, 413, 422]);

function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { status, code } = error as { status?: unknown; code?: unknown };
  // PostgREST's errors carry PostgreSQL's or its own code: an answer, not an accident.
  return FINAL.has(Number(status)) || (typeof code === 'string' && code !== '');
}

/** The cache of everything read from the backend, one for the page. */
export function createQueryClient(): QueryClient {
  // It takes every page for online until that changes: one that was opened offline would see no change when the network is back.
  onlineManager.setOnline(navigator.onLine);
  const queryClient = new QueryClient({
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
  // From the first answer on.
  localEdits(queryClient);
  return queryClient;
}
