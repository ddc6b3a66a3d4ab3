import type { QueryClient } from '@tanstack/react-query';
import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { FEWER_VOICE_FILTERS, VOICE_FILTER_IDS } from '@undertone/domain/voice-filter';
import { useEffect, useRef } from 'react';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import type { TakeDraft } from '#features/clips/take/take.ts';
import { useApp } from '#lib/app.ts';
import { maskedClipOptions, postedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import { PREFETCH_JOBS } from './run-voice-job.ts';
import type { TransformedClip } from './transform-clip.ts';
import { veilSeedOptions } from './veil-seeds.ts';

/**
 * The longest take whose filters are all applied in advance, in seconds. Of a longer one, which was made of a
 * file, seven clips would take up to 200 MB; each filter is then applied when it is previewed or chosen.
 */
const PREFETCHED_MAX_SECONDS = RECORDING_MAX_SECONDS + 1;

interface PrefetchFiltersProps {
  take: ReadyTake;
  draft: TakeDraft;
  /** Whether no other filter can be chosen. */
  isFixed?: boolean;
}

/**
 * Starts slow work on a take early: applies all filters, and makes the clip that would be posted with the chosen
 * filter once the form is open. Shows nothing.
 */
export function PrefetchFilters({ take, draft, isFixed = false }: PrefetchFiltersProps) {
  const { client, queryClient } = useApp();
  const { filterId, choosing } = draft;
  const chosen = useRef(filterId);

  useEffect(() => {
    if (isFixed || take.clip.duration > PREFETCHED_MAX_SECONDS) return undefined;
    const leaving = new AbortController();
    void prefetchFilters(queryClient, take, leaving.signal);
    return () => leaving.abort();
  }, [queryClient, take, isFixed]);

  // The clip is made even when the page is left, because it may be the one that is being posted.
  useEffect(() => {
    if (!choosing) return;
    const others = {
      queryKey: recorderKeys.postedOf(take),
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

  return null;
}

/**
 * The filters in the order in which they are prefetched: first those that are always visible. Veil comes
 * first, as in the list, and takes longest. A filter that is chosen meanwhile does not wait for it,
 * because `VoiceWorkers` reserves a worker for short jobs.
 */
const IN_ORDER = new Set([...FEWER_VOICE_FILTERS, ...VOICE_FILTER_IDS]);
IN_ORDER.delete('original');

/**
 * Applies all filters to a take before one is chosen, so that each preview plays at once. Uses only this
 * device: if it cannot apply filters, this stops, and each filter is applied when it is chosen.
 *
 * @param signal when it aborts, no further filter is started
 */
export async function prefetchFilters(
  queryClient: QueryClient,
  take: ReadyTake,
  signal: AbortSignal,
): Promise<void> {
  // The lanes share the iterator, so that each filter is applied by one of them.
  const waiting = IN_ORDER.values();
  const lane = async () => {
    for (const filterId of waiting) {
      if (signal.aborted) return;
      const clip = await queryClient.fetchQuery(maskedClipOptions(take, filterId));
      if (signal.aborted) return;
      queryClient.setQueryData<TransformedClip>(
        recorderKeys.transformed(take, filterId),
        (known) => known ?? { clip, by: 'device' },
      );
    }
  };
  await Promise.allSettled(Array.from({ length: PREFETCH_JOBS }, lane));
}
