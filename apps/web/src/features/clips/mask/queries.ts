import { CancelledError, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { recorderKeys } from './recorder-keys.ts';
import { asClip, runVoiceJob } from './run-voice-job.ts';
import { replaceVeilSeed, sharesVoice, veilSeedOptions } from './veil-seeds.ts';
import { transformClip, type TransformedClip } from './transform-clip.ts';
import type { VoiceFile } from './voice-job.ts';

/** A clip as it is posted and played by listeners, and what applied its filter. */
export interface MaskedPost {
  clip: VoiceFile;
  /** `original` if neither device nor server could apply it: the clip is unmasked, and is never posted. */
  by: TransformedClip['by'];
}

/** Options for clips made of a take: each is computed once, and cached until the take is deleted. */
const computedOnce = {
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  refetchOnReconnect: false,
  networkMode: 'always',
  meta: { isLocal: true },
} as const;

/** A take after a filter, applied by this device only. It can be prefetched, since nothing is sent to the server. */
export function maskedClipOptions(take: ReadyTake, filterId: VoiceFilterId) {
  const { id, clip, revision = '' } = take;
  return queryOptions({
    ...computedOnce,
    queryKey: recorderKeys.masked(take, filterId),
    queryFn: async ({ client: queryClient, signal }) => {
      const seed =
        filterId === 'veil' ? { random: await queryClient.fetchQuery(veilSeedOptions(id)) } : {};
      const job = {
        kind: 'mask',
        clipId: id + revision,
        wav: clip.wav,
        filterId,
        ...seed,
      } as const;
      const onProgress = (share: number) =>
        queryClient.setQueryData<number>(recorderKeys.maskProgress(take, filterId), share);
      return asClip(await runVoiceJob(job, signal, onProgress));
    },
    // The callers log failures.
    meta: { isLocal: true, isExpected: () => true },
  });
}

/** A take after a filter. It is computed again only if neither device nor server could apply the filter. */
export function transformedClipOptions(
  client: SupabaseClient,
  take: ReadyTake,
  filterId: VoiceFilterId,
) {
  return queryOptions({
    ...computedOnce,
    queryKey: recorderKeys.transformed(take, filterId),
    queryFn: async ({ client: queryClient, signal }) => {
      const maskOnDevice = () => queryClient.fetchQuery(maskedClipOptions(take, filterId));
      const server = (await sharesVoice(queryClient, take.id)) ? null : client;
      return transformClip(server, take.clip, filterId, maskOnDevice, signal);
    },
    staleTime: ({ state }) => (state.data?.by === 'original' ? 0 : Infinity),
  });
}

/**
 * A take after a filter, as it is posted: levelled and encoded. If the filter could not be applied, the
 * clip is unmasked, with `by: 'original'`, and must not be posted; it is then computed again.
 */
export function postedClipOptions(
  client: SupabaseClient,
  take: ReadyTake,
  filterId: VoiceFilterId,
) {
  return queryOptions({
    ...computedOnce,
    queryKey: recorderKeys.posted(take, filterId),
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
      return { clip: await runVoiceJob({ kind: 'post', wav: clip.wav }, signal), by };
    },
    staleTime: ({ state }) => (state.data?.by === 'original' ? 0 : Infinity),
  });
}

/** Masks a take with Veil again, with a new seed. The clips made with the previous seed are removed. */
export function remaskWithNewSeed(
  client: SupabaseClient,
  queryClient: QueryClient,
  take: ReadyTake,
): void {
  replaceVeilSeed(queryClient, take.id);
  queryClient.removeQueries({ queryKey: recorderKeys.masked(take, 'veil') });
  queryClient.removeQueries({ queryKey: recorderKeys.posted(take, 'veil') });
  queryClient.setQueryData(recorderKeys.maskProgress(take, 'veil'), 0);
  void queryClient.resetQueries({ queryKey: recorderKeys.transformed(take, 'veil') });
  void queryClient.prefetchQuery(postedClipOptions(client, take, 'veil'));
}

/** Removes what was computed from earlier edits of a take. */
export function removeEarlierClips(
  queryClient: QueryClient,
  { id, revision = '' }: ReadyTake,
): void {
  const [, takeId, part] = recorderKeys.clip({ id });
  queryClient.removeQueries({
    queryKey: [...recorderKeys.all, takeId, part],
    predicate: ({ queryKey }) => queryKey[3] !== revision,
  });
}

/** Awaits a clip even if a component that observed the query was unmounted, which cancels the query. */
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
