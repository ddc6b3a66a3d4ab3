import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { recorderKeys } from './recorder-keys.ts';

/*
 * 128 random bits seed Veil: they choose the synthetic voice and everything else random. The seed of a
 * clip would help to get closer to the original voice, so seeds are never sent or logged. Each take has
 * its own seed, in memory until the take is deleted. The user can keep a take's seed for the next takes of
 * the session; another session or account starts without one. Only an anonymous conversation, in which one
 * voice speaks, has a seed that is stored (`stored-veil-seeds.ts`).
 */

/** Four words of 32 bits, from the device's secure random source. */
export type VeilSeed = Uint32Array<ArrayBuffer>;

export const newVeilSeed = (): VeilSeed => crypto.getRandomValues(new Uint32Array(4));

/** Cached in memory until the page is closed or the take is deleted. */
const inMemory = {
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  meta: { isLocal: true },
} as const;

/** The seed that the user keeps for the session; null while each take has its own, which is the default. */
export const keptVeilSeedOptions = queryOptions({
  ...inMemory,
  queryKey: recorderKeys.keptVeilSeed(),
  queryFn: (): VeilSeed | null => null,
});

/** The seed of a take: the one that is kept for the session, or a new one. */
export function veilSeedOptions(takeId: string) {
  return queryOptions({
    ...inMemory,
    queryKey: recorderKeys.veilSeed(takeId),
    queryFn: async ({ client: queryClient }): Promise<VeilSeed> =>
      (await queryClient.fetchQuery(keptVeilSeedOptions)) ?? newVeilSeed(),
  });
}

/** Keeps a take's seed for the next takes of this session. */
export async function keepVeilSeed(queryClient: QueryClient, takeId: string): Promise<void> {
  const seed = await queryClient.fetchQuery(veilSeedOptions(takeId));
  queryClient.setQueryData(keptVeilSeedOptions.queryKey, seed);
}

/** Gives each of the next takes its own seed again. */
export function forgetKeptVeilSeed(queryClient: QueryClient): void {
  queryClient.setQueryData(keptVeilSeedOptions.queryKey, null);
}

/** Whether a take speaks in the voice of its conversation. */
const sharesVoiceOptions = (takeId: string) =>
  queryOptions({
    ...inMemory,
    queryKey: recorderKeys.sharesVoice(takeId),
    queryFn: () => false,
  });

/** Gives a take the seed of its conversation. */
export function shareVeilSeed(queryClient: QueryClient, takeId: string, seed: VeilSeed): void {
  // Data that is only set, without these options, would be removed after a while.
  void queryClient.ensureQueryData({ ...sharesVoiceOptions(takeId), initialData: true });
  void queryClient.ensureQueryData({ ...veilSeedOptions(takeId), initialData: seed });
  queryClient.setQueryData(veilSeedOptions(takeId).queryKey, seed);
}

/** Whether a take speaks in the voice of its conversation. Only this device has that seed, so no server may mask the take. */
export const sharesVoice = (queryClient: QueryClient, takeId: string): Promise<boolean> =>
  queryClient.fetchQuery(sharesVoiceOptions(takeId));

/** Gives a take a new seed. If the previous one was kept for the session, the new one is kept instead. */
export function replaceVeilSeed(queryClient: QueryClient, takeId: string): void {
  const seed = newVeilSeed();
  queryClient.setQueryData(veilSeedOptions(takeId).queryKey, seed);
  queryClient.setQueryData(keptVeilSeedOptions.queryKey, (kept) => kept && seed);
}
