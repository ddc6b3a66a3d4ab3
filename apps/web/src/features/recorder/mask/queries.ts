import { CancelledError, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { makePostedClip, type MaskedPost } from './posted-clip.ts';
import { recorderKeys } from './recorder-keys.ts';
import { asClip, runVoiceJob } from './run-voice-job.ts';
import { drawStranger, strangerOptions } from './strangers.ts';
import { transformClip, type TransformedClip } from './transform-clip.ts';

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
    queryFn: async ({ client: queryClient, signal }) => {
      const stranger =
        filterId === 'veil' ? { random: await queryClient.fetchQuery(strangerOptions(id)) } : {};
      const job = { kind: 'mask', takeId: id, wav: clip.wav, filterId, ...stranger } as const;
      const onProgress = (share: number) =>
        queryClient.setQueryData<number>(recorderKeys.maskProgress(id, filterId), share);
      return asClip(await runVoiceJob(job, signal, onProgress));
    },
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

/** Masks a take with Veil anew, as another stranger. What was made of it with the one before is forgotten. */
export function remaskAsAnother(
  client: SupabaseClient,
  queryClient: QueryClient,
  take: ReadyTake,
): void {
  drawStranger(queryClient, take.id);
  queryClient.removeQueries({ queryKey: recorderKeys.masked(take.id, 'veil') });
  queryClient.removeQueries({ queryKey: recorderKeys.posted(take.id, 'veil') });
  queryClient.setQueryData(recorderKeys.maskProgress(take.id, 'veil'), 0);
  void queryClient.resetQueries({ queryKey: recorderKeys.transformed(take.id, 'veil') });
  void queryClient.prefetchQuery(postedClipOptions(client, take, 'veil'));
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
