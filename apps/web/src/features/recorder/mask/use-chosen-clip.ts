import { skipToken, useQuery } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { Clip } from '#features/recorder/take/take.ts';
import { recorderKeys, transformedClipOptions } from './queries.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { useClient } from '#lib/app.ts';

export interface ChosenClip {
  /** The filtered clip; the original while the filter is being applied, or when it could not be. */
  clip: Clip | null;
  /** Whether the filter is being applied. */
  isPending: boolean;
  /** Whether neither server nor device could apply the filter. */
  isUnmasked: boolean;
}

/** The take after its chosen filter. Choosing another filter cancels the work on this one. */
export function useChosenClip(take: ReadyTake | null, filterId: VoiceFilterId): ChosenClip {
  const client = useClient();
  const isMasked = take !== null && filterId !== 'original';
  const { data, isFetching } = useQuery(
    isMasked
      ? transformedClipOptions(client, take, filterId)
      : { queryKey: recorderKeys.transformed('', 'original'), queryFn: skipToken },
  );
  if (!isMasked || !data)
    return { clip: take?.clip ?? null, isPending: isMasked, isUnmasked: false };
  return { clip: data.clip, isPending: isFetching, isUnmasked: data.by === 'original' };
}
