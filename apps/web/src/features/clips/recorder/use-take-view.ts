import { skipToken, useQuery } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { recorderKeys } from '#features/clips/mask/recorder-keys.ts';
import { ClipPlayback } from '#features/clips/take/clip-playback.ts';
import { useApp } from '#lib/app.ts';
import { afterRecording } from './after-recording-code.ts';
import type { RecorderController } from './recorder-controller.ts';

/**
 * The state of a recorder, its take after the chosen filter, and the playback.
 *
 * @param fixedFilter the filter of every take; by default the one that its form has
 */
export function useTakeView(recorder: RecorderController, fixedFilter?: VoiceFilterId) {
  const { client } = useApp();
  const [playback] = useState(() => new ClipPlayback());
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const playing = useSyncExternalStore(playback.subscribe, playback.getPlaying);
  useEffect(() => () => playback.unload(), [playback]);

  const { take, draft } = state;
  const filterId = fixedFilter ?? draft.filterId;
  const after = afterRecording.current();
  const isMasked = take !== null && filterId !== 'original';
  // Choosing another filter cancels the query of this one.
  const { data, isFetching } = useQuery(
    after && isMasked
      ? after.transformedClipOptions(client, take, filterId)
      : { queryKey: recorderKeys.transformed({ id: '' }, 'original'), queryFn: skipToken },
  );
  const result = isMasked ? data : undefined;
  return {
    recorder,
    filterId,
    /** What there is only for a take; undefined until its code has arrived, which is before there is a take. */
    after,
    state,
    playback,
    /** The filter whose clip is playing. */
    playing,
    /** The filtered clip; the original while the filter is being applied or if it could not be applied. */
    clip: result?.clip ?? take?.clip ?? null,
    /** Whether the chosen filter is being applied. */
    isFiltering: isMasked && (!data || isFetching),
    /** What applied the chosen filter: `original` means that neither device nor server could. */
    maskedBy: result?.by,
  };
}
