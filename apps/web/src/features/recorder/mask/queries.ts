import { CancelledError, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { makePostedClip, type MaskedPost } from './posted-clip.ts';
import { asClip, runVoiceJob } from './run-voice-job.ts';
import { transformClip, type TransformedClip } from './transform-clip.ts';

export const recorderKeys = {
  all: ['recorder'] as const,
  take: (takeId: string) => [...recorderKeys.all, takeId] as const,
  /** What this device has made by itself. */
  masked: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.take(takeId), 'masked', filterId] as const,
  transformedOf: (takeId: string) => [...recorderKeys.take(takeId), 'transformed'] as const,
  transformed: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.transformedOf(takeId), filterId] as const,
  postedOf: (takeId: string) => [...recorderKeys.take(takeId), 'posted'] as const,
  posted: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.postedOf(takeId), filterId] as const,
};

/** What is made of a take is made once, on this device as long as it can, and kept until the take is gone. */
const madeOnce = {
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  refetchOnReconnect: false,
  networkMode: 'always',
  meta: { isLocal: true },
} as const;

/** A take after a filter, applied by this device; never by the server, and so also ahead of any choice. */
export function maskedClipOptions({ id, clip }: ReadyTake, filterId: VoiceFilterId) {
  return queryOptions({
    ...madeOnce,
    queryKey: recorderKeys.masked(id, filterId),
    queryFn: async ({ signal }) =>
      asClip(await runVoiceJob({ kind: 'mask', takeId: id, wav: clip.wav, filterId }, signal)),
    // Whoever needs the clip logs that.
    meta: { isLocal: true, isExpected: () => true },
  });
}

/** A take after a filter. Computed once, and again only where neither device nor server could apply the filter. */
export function transformedClipOptions(
  client: SupabaseClient,
  take: ReadyTake,
  filterId: VoiceFilterId,
) {
  return queryOptions({
    ...madeOnce,
    queryKey: recorderKeys.transformed(take.id, filterId),
    queryFn: ({ client: queryClient, signal }) => {
      const maskOnDevice = () => queryClient.fetchQuery(maskedClipOptions(take, filterId));
      return transformClip(client, take.clip, filterId, maskOnDevice, signal);
    },
    staleTime: ({ state }) => (state.data?.by === 'original' ? 0 : Infinity),
  });
}

/**
 * A take after a filter, as it is posted: levelled and encoded. Tried again only where the filter could
 * not be applied; the clip is then the unmasked one, with `by: 'original'`, and must not be posted.
 */
export function postedClipOptions(
  client: SupabaseClient,
  take: ReadyTake,
  filterId: VoiceFilterId,
) {
  return queryOptions({
    ...madeOnce,
    queryKey: recorderKeys.posted(take.id, filterId),
    queryFn: async ({ client: queryClient, signal }): Promise<MaskedPost> => {
      const { clip, by } =
        filterId === 'original'
          ? ({ clip: take.clip, by: 'device' } as const)
          : await transformedClip(
              queryClient,
              transformedClipOptions(client, take, filterId),
              signal,
            );
      if (by === 'original') {
        const { wav, duration, peaks } = clip;
        return { clip: { audio: wav, duration, peaks }, by };
      }
      return { clip: await makePostedClip(clip, signal), by };
    },
    staleTime: ({ state }) => (state.data?.by === 'original' ? 0 : Infinity),
  });
}

/** Awaits a clip also when the component that had asked for it is gone, which cancels the query. */
async function transformedClip(
  queryClient: QueryClient,
  options: ReturnType<typeof transformedClipOptions>,
  signal: AbortSignal,
): Promise<TransformedClip> {
  try {
    return await queryClient.fetchQuery(options);
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof CancelledError)) throw cause;
    return transformedClip(queryClient, options, signal);
  }
}
