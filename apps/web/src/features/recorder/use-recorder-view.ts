import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { recorderKeys } from '#features/clips/mask/recorder-keys.ts';
import type { KeptShare } from '#features/clips/take/trim-handles.tsx';
import { ClipPlayback } from '#features/clips/take/clip-playback.ts';
import type { DiscardedTake } from '#features/clips/take/undo-discard.ts';
import { useApp } from '#lib/app.ts';
import { afterRecording } from '#features/clips/recorder/after-recording-code.ts';
import { dropDraftOf, type DropDraft } from './drop-draft.ts';
import { backgroundRecording } from './background-recording.ts';
import { RecorderController } from '#features/clips/recorder/recorder-controller.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';

/** Shared by the components of the recorder: the controller, its state, the filtered clip and the playback. */
export type RecorderView = ReturnType<typeof useRecorderView>;

/**
 * The recorder of an account. When the component unmounts, a recording goes on where the page shows it; a take
 * is kept.
 *
 * @param onDiscarded called with each take that was discarded or replaced, which can be undone
 */
export function useRecorderView(userId: string, onDiscarded: (discarded: DiscardedTake) => void) {
  const app = useApp();
  const background = backgroundRecording(app.client);
  const [recorder] = useState(() => {
    const going = background.get();
    return going?.userId === userId ? going : new RecorderController(userId, app, onDiscarded);
  });
  const [playback] = useState(() => new ClipPlayback());
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const playing = useSyncExternalStore(playback.subscribe, playback.getPlaying);

  useEffect(() => {
    background.enter(recorder);
    return () => background.leave(recorder);
  }, [background, recorder]);
  useEffect(() => () => playback.unload(), [playback]);

  const { take } = state;
  const draft = dropDraftOf(state.draft);
  const after = afterRecording.current();
  const isMasked = take !== null && draft.filterId !== 'original';
  // Choosing another filter cancels the query of this one.
  const { data, isFetching } = useQuery(
    after && isMasked
      ? after.transformedClipOptions(app.client, take, draft.filterId)
      : { queryKey: recorderKeys.transformed({ id: '' }, 'original'), queryFn: skipToken },
  );
  const [trim, setTrim] = useState<{ of: ReadyTake; kept: KeptShare } | null>(null);
  const result = isMasked ? data : undefined;
  return {
    recorder,
    draft,
    edit: (change: Partial<DropDraft>) => recorder.edit(change),
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
    /** What is kept by the trim that is being chosen; null while none is. A trim ends when the take changes. */
    kept: state.phase === 'ready' && trim?.of === take ? trim.kept : null,
    setKept: (kept: KeptShare | null) => setTrim(kept && take && { of: take, kept }),
  };
}
