import { skipToken, useQuery } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { recorderKeys } from './recorder-keys.ts';

/**
 * The progress of masking a take on this device.
 *
 * @returns 0 to 1; undefined while the filter is not applied, and for a filter too fast to report progress
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
