import { queryOptions } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { transformClip } from './transform-clip.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

export const recorderKeys = {
  all: ['recorder'] as const,
  take: (takeId: string) => [...recorderKeys.all, takeId] as const,
  transformed: (takeId: string, filterId: VoiceFilterId) =>
    [...recorderKeys.take(takeId), filterId] as const,
};

/** A take after a filter. Computed once, and again only where neither server nor device could apply the filter. */
export function transformedClipOptions(
  client: SupabaseClient,
  take: ReadyTake,
  filterId: VoiceFilterId,
) {
  return queryOptions({
    queryKey: recorderKeys.transformed(take.id, filterId),
    queryFn: ({ signal }) => transformClip(client, take.clip, filterId, signal),
    staleTime: ({ state }) => (state.data?.by === 'original' ? 0 : Infinity),
    gcTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  });
}
