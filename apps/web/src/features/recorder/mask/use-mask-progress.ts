import { skipToken, useQuery } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { recorderKeys } from './recorder-keys.ts';

/**
 * How far this device is with masking a take.
 *
 * @returns the share that is done, 0 to 1; undefined for a filter that is too quick to say so, and while none is applied
 */
export function useMaskProgress(
  takeId: string | undefined,
  filterId: VoiceFilterId,
): number | undefined {
  return useQuery<number>({
    queryKey: recorderKeys.maskProgress(takeId ?? '', filterId),
    queryFn: skipToken,
  }).data;
}
