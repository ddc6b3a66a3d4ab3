import { useEffect, useRef } from 'react';
import type { RecorderState } from '#features/recorder/recorder-state.ts';
import { useApp } from '#lib/app.ts';
import { maskAhead } from './mask-ahead.ts';
import { postedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import { strangerOptions } from './strangers.ts';

/**
 * Does what takes time before it is asked for: applies the filters once there is a take, and once the
 * form is open makes the clip as it would be posted with the chosen one.
 */
export function useMaskAhead({ take, draft }: RecorderState): void {
  const { client, queryClient } = useApp();
  const { filterId, choosing } = draft;
  const chosen = useRef(filterId);

  useEffect(() => {
    if (!take) return undefined;
    const leaving = new AbortController();
    void maskAhead(queryClient, take, leaving.signal);
    return () => leaving.abort();
  }, [queryClient, take]);

  // When the page is left, the clip is made all the same: it may be what is being posted.
  useEffect(() => {
    if (!take || !choosing) return;
    const others = {
      queryKey: recorderKeys.postedOf(take.id),
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) !== filterId,
    };
    void queryClient.cancelQueries(others);
    chosen.current = filterId;
    // Veil's job awaits the same, and so is the first: both take long, and it is the one that people wait for.
    void queryClient.prefetchQuery(strangerOptions(take.id)).then(() => {
      if (chosen.current !== filterId) return undefined;
      return queryClient.prefetchQuery(postedClipOptions(client, take, filterId));
    });
  }, [client, queryClient, take, choosing, filterId]);
}
