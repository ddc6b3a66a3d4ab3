import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { transformedClipOptions } from '#features/recorder/mask/queries.ts';
import { recorderKeys } from '#features/recorder/mask/recorder-keys.ts';
import { usePrefetchFilters } from '#features/recorder/mask/prefetch-filters.ts';
import { ClipPlayback } from '#features/recorder/take/clip-playback.ts';
import type { DiscardedTake } from '#features/recorder/take/undo-discard.ts';
import { useApp } from '#lib/app.ts';
import { RecorderController } from './recorder-controller.ts';

/** Shared by the components of the recorder: the controller, its state, the filtered clip and the playback. */
export type RecorderView = ReturnType<typeof useRecorderView>;

/**
 * The recorder of an account. It stops when the component unmounts; its take is kept.
 *
 * @param onDiscarded called with each take that was discarded or replaced, which can be undone
 */
export function useRecorderView(userId: string, onDiscarded: (discarded: DiscardedTake) => void) {
  const app = useApp();
  const [recorder] = useState(() => new RecorderController(userId, app, onDiscarded));
  const [playback] = useState(() => new ClipPlayback());
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const playing = useSyncExternalStore(playback.subscribe, playback.getPlaying);

  useEffect(() => {
    recorder.enter();
    return () => recorder.leave();
  }, [recorder]);
  useEffect(() => () => playback.unload(), [playback]);

  const { take, draft } = state;
  const isMasked = take !== null && draft.filterId !== 'original';
  // Choosing another filter cancels the query of this one.
  const { data, isFetching } = useQuery(
    isMasked
      ? transformedClipOptions(app.client, take, draft.filterId)
      : { queryKey: recorderKeys.transformed('', 'original'), queryFn: skipToken },
  );
  usePrefetchFilters(state);
  const result = isMasked ? data : undefined;
  return {
    recorder,
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
