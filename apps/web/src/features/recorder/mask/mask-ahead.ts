import type { QueryClient } from '@tanstack/react-query';
import { FEWER_VOICE_FILTERS, VOICE_FILTER_IDS } from '@undertone/domain/voice-filter';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { maskedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import { JOBS_AHEAD } from './run-voice-job.ts';
import type { TransformedClip } from './transform-clip.ts';

/**
 * The filters in the order in which they are applied ahead: first those that are always in sight. Veil is the
 * first of all, as it is in the list, and takes longest. Another that is chosen meanwhile does not wait
 * for it: `VoiceWorkers` keeps a worker for what is quick.
 */
const IN_ORDER = new Set([...FEWER_VOICE_FILTERS, ...VOICE_FILTER_IDS]);
IN_ORDER.delete('original');

/**
 * Applies all filters to a take before one is chosen, so that each is heard at once. Only on this
 * device: where it cannot, this ends, and the filters that are chosen are applied as they are.
 *
 * @param signal when aborted, no further filter is begun
 */
export async function maskAhead(
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
        recorderKeys.transformed(take.id, filterId),
        (known) => known ?? { clip, by: 'device' },
      );
    }
  };
  await Promise.allSettled(Array.from({ length: JOBS_AHEAD }, lane));
}
