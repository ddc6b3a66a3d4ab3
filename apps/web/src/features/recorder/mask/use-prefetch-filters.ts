import { useEffect, useRef } from 'react';
import type { RecorderState } from '#features/recorder/recorder-state.ts';
import { useApp } from '#lib/app.ts';
import { prefetchFilters } from './prefetch-filters.ts';
import { postedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import { veilSeedOptions } from './veil-seeds.ts';

/**
 * Starts slow work early: applies all filters once there is a take, and makes the clip that would be
 * posted with the chosen filter once the form is open.
 */
export function usePrefetchFilters({ take, draft }: RecorderState): void {
  const { client, queryClient } = useApp();
  const { filterId, choosing } = draft;
  const chosen = useRef(filterId);

  useEffect(() => {
    if (!take) return undefined;
    const leaving = new AbortController();
    void prefetchFilters(queryClient, take, leaving.signal);
    return () => leaving.abort();
  }, [queryClient, take]);

  // The clip is made even when the page is left, because it may be the one that is being posted.
  useEffect(() => {
    if (!take || !choosing) return;
    const others = {
      queryKey: recorderKeys.postedOf(take.id),
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) !== filterId,
    };
    void queryClient.cancelQueries(others);
    chosen.current = filterId;
    // Veil's job awaits the seed too, and therefore comes first: both jobs are slow, and people wait for Veil.
    void queryClient.prefetchQuery(veilSeedOptions(take.id)).then(() => {
      if (chosen.current !== filterId) return undefined;
      return queryClient.prefetchQuery(postedClipOptions(client, take, filterId));
    });
  }, [client, queryClient, take, choosing, filterId]);
}
