import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { DropForm } from '#features/recorder/post/drop-form.tsx';
import { RecorderStage } from './recorder-stage.tsx';
import { useExclusivePlayback } from '#features/recorder/take/use-exclusive-playback.ts';
import { discardedTitles, recordingComplete } from './recorder-messages.ts';
import type { DiscardedTake } from '#features/recorder/take/undo-discard.ts';
import { useRecorderView } from './use-recorder-view.ts';

interface RecorderProps {
  /** The account that records and posts. */
  userId: string;
  /** Called when a drop has been posted and its toast shown. */
  onPosted: () => void;
}

/** The content of `Recorder` in recorder.tsx, which loads this module when it is first shown. */
export default function RecorderPanel({ userId, onPosted }: RecorderProps) {
  const view = useRecorderView(userId, offerUndo);
  const { recorder, playback } = view;
  const { phase, draft } = view.state;
  const [hasOpenedForm, setHasOpenedForm] = useState(false);
  const recordButton = useRef<HTMLButtonElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  useExclusivePlayback(playback, phase === 'opening' || phase === 'recording');

  const record = async () => {
    playback.unload();
    const outcome = await recorder.record();
    if (outcome === 'limit') {
      const [title, description] = recordingComplete;
      toast.info(title, { description });
    } else if (outcome !== null && outcome !== 'stopped' && outcome !== 'lost') {
      toast.error('Microphone Error', {
        description: 'Unable to access microphone. Please check permissions and try again.',
      });
    }
  };

  useEffect(() => {
    if (phase !== 'recording') return undefined;
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) recorder.stop();
    };
    addEventListener('keydown', stopOnEscape);
    return () => removeEventListener('keydown', stopOnEscape);
  }, [phase, recorder]);

  // After a recording, the focus moves on from the record button, which may have lost it while it was
  // disabled. A layout effect, because it has to run before FocusRecovery returns the focus.
  const lastPhase = useRef(phase);
  useLayoutEffect(() => {
    const isReadyNow = phase === 'ready' && lastPhase.current === 'finishing';
    lastPhase.current = phase;
    if (isReadyNow && isFocusAtOrLost(recordButton.current)) chooseButton.current?.focus();
  }, [phase]);

  const chooseFilter = () => {
    setHasOpenedForm(true);
    recorder.edit({ choosing: true });
  };

  return (
    <div className="flex grow flex-col">
      <RecorderStage view={view} recordButton={recordButton} onRecord={() => void record()} />
      {phase === 'ready' && !draft.choosing && (
        <Button ref={chooseButton} size="lg" className="mt-6 w-full" onClick={chooseFilter}>
          Choose Voice Filter
        </Button>
      )}
      {phase !== 'idle' && draft.choosing && (
        <DropForm view={view} userId={userId} takesFocus={hasOpenedForm} onPosted={onPosted} />
      )}
    </div>
  );
}

/** Whether the focus is in the section of a button, or nowhere. */
function isFocusAtOrLost(button: HTMLElement | null): boolean {
  const { activeElement } = document;
  const section = button?.closest('section');
  return activeElement === document.body || (section?.contains(activeElement) ?? false);
}

/** Offers to undo a discard. The take is deleted when the toast disappears. */
function offerUndo({ takeId, why, timeLeft, undo, end }: DiscardedTake): void {
  toast.info(discardedTitles[why], {
    name: `take ${takeId}`,
    duration: timeLeft,
    action: { label: 'Undo', onPress: undo },
    onGone: end,
  });
}
