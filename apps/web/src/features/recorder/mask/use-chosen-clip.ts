import { skipToken, useQuery } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { Clip } from '#features/recorder/take/clip.ts';
import { recorderKeys, transformedClipOptions } from './queries.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { useClient } from '#lib/app.ts';

export interface ChosenClip {
  /** What is heard and posted; the take as it was spoken while, or because, there is nothing better. */
  clip: Clip | null;
  /** The filter is being applied. */
  isPending: boolean;
  /** No one could apply the filter. */
  isUnmasked: boolean;
}

/** The take after the filter that is chosen for it. Choosing another calls off the work on this one. */
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
