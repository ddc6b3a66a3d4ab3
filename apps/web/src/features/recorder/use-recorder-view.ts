import { useEffect, useState } from 'react';
import { RecorderController } from '#features/clips/recorder/recorder-controller.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import { useTakeView } from '#features/clips/recorder/use-take-view.ts';
import type { KeptShare } from '#features/clips/take/trim-handles.tsx';
import type { DiscardedTake } from '#features/clips/take/undo-discard.ts';
import { useApp } from '#lib/app.ts';
import { dropDraftOf, type DropDraft } from './drop-draft.ts';
import { backgroundRecording } from './background-recording.ts';

interface Trim {
  of: ReadyTake;
  kept: KeptShare;
}

/** A trim ends when the take changes, unless it has just begun: the change may be an edit that was pressed before. */
const appliesTo = ({ of, kept }: Trim, take: ReadyTake | null): boolean =>
  of === take || (of.id === take?.id && kept.start === 0 && kept.end === 1);

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
  const view = useTakeView(recorder);

  useEffect(() => {
    background.enter(recorder);
    recorder.prepare();
    return () => background.leave(recorder);
  }, [background, recorder]);

  const { take, draft, phase } = view.state;
  const [trim, setTrim] = useState<Trim | null>(null);
  return {
    ...view,
    draft: dropDraftOf(draft),
    edit: (change: Partial<DropDraft>) => recorder.edit(change),
    /** What is kept by the trim that is being chosen; null while none is. */
    kept: phase === 'ready' && trim && appliesTo(trim, take) ? trim.kept : null,
    setKept: (kept: KeptShare | null) => setTrim(kept && take && { of: take, kept }),
  };
}
