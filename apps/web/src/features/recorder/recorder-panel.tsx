import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart, toastMissingCode } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { toast } from '#ui/toast.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { AudioFileChooser } from '#features/recorder/import/audio-file-chooser.tsx';
import { RecorderStage } from './recorder-stage.tsx';
import { useExclusivePlayback } from '#features/clips/take/use-exclusive-playback.ts';
import { recordingComplete, recordingKept } from '#features/clips/recorder/recorder-messages.ts';
import { toastDiscarded } from '#features/clips/take/discard-toast.ts';
import { useRecorderView } from './use-recorder-view.ts';

/** Fetched while the page is idle, for it is needed only after a recording. */
const DropForm = lazyPart(() => import('#features/recorder/post/drop-form.tsx'), {
  fallback: <Loading label="Loading the form..." />,
});

/** Shown beside a recording that was begun before the account was suspended. */
const NOT_POSTED_NOW =
  'Your account is suspended. This recording stays on this device, and cannot be posted now.';

interface RecorderProps {
  /** The account that records and posts. */
  userId: string;
  /** Called when a drop has been posted and its toast shown. */
  onPosted: () => void;
}

/** The content of `Recorder` in recorder.tsx, which loads this module when it is first shown. */
export default function RecorderPanel({ userId, onPosted }: RecorderProps) {
  const view = useRecorderView(userId, toastDiscarded);
  const { recorder, playback, draft } = view;
  const { phase } = view.state;
  const { refusal } = useSession();
  const [hasOpenedForm, setHasOpenedForm] = useState(false);
  const recordButton = useRef<HTMLButtonElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  /** Whether a take that was made of a file is about to be shown, in place of the button that chose it. */
  const isFileShown = useRef(false);
  const isRecording = phase === 'opening' || (phase === 'recording' && !view.state.pause);
  useExclusivePlayback(playback, isRecording, () => recorder.pause());

  useEffect(() => whenIdle(DropForm.load), []);

  const record = async (continues: boolean) => {
    playback.unload();
    const outcome = await (continues ? recorder.continueTake() : recorder.record());
    if (outcome === 'limit') {
      const [title, description] = recordingComplete;
      toast.info(title, { description });
    } else if (outcome === 'kept') {
      const [title, description] = recordingKept;
      toast.info(title, { description });
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
    const wasFileChosen = phase === 'ready' && isFileShown.current;
    if (phase === 'ready') isFileShown.current = false;
    if ((isReadyNow || wasFileChosen) && isFocusAtOrLost(recordButton.current)) {
      chooseButton.current?.focus();
    }
  }, [phase]);

  const chooseFilter = () => {
    setHasOpenedForm(true);
    view.edit({ choosing: true });
  };

  if (refusal && phase === 'idle') return <refusal.Note />;
  return (
    <div className="flex min-w-0 grow flex-col">
      {refusal && <refusal.Note className="mb-4">{NOT_POSTED_NOW}</refusal.Note>}
      <RecorderStage
        view={view}
        recordButton={recordButton}
        onRecord={() => void record(false)}
        onContinue={() => void record(true)}
      />
      <AudioFileChooser
        userId={userId}
        isIdle={phase === 'idle'}
        takeId={view.state.pendingTakeId ?? view.state.take?.id ?? null}
        onImported={() => {
          isFileShown.current = true;
          recorder.showImported();
        }}
      />
      {phase === 'ready' && !draft.choosing && (
        <Button ref={chooseButton} size="lg" className="mt-6 w-full" onClick={chooseFilter}>
          Choose Voice Filter
        </Button>
      )}
      {phase !== 'idle' && draft.choosing && (
        <DropForm
          view={view}
          userId={userId}
          takesFocus={hasOpenedForm}
          onPosted={onPosted}
          onMissing={toastMissingCode}
        />
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
