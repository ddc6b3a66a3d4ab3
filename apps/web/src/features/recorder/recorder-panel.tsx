import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { DropForm } from '#features/recorder/post/drop-form.tsx';
import { RecorderStage } from './recorder-stage.tsx';
import { useChosenClip } from '#features/recorder/mask/use-chosen-clip.ts';
import { ClipPlayback } from '#features/recorder/take/clip-playback.ts';
import { useExclusivePlayback } from '#features/recorder/take/use-exclusive-playback.ts';
import { useApp } from '#lib/app.ts';
import { RecorderController } from './recorder-controller.ts';
import { recordingComplete } from './recorder-messages.ts';

interface RecorderProps {
  /** The account that records and posts. */
  userId: string;
  /** Called when a drop has been posted and its toast shown. */
  onPosted: () => void;
}

/** The recorder of an account, which stops and keeps its take when the component unmounts. */
function useRecorder(userId: string) {
  const app = useApp();
  const [recorder] = useState(() => new RecorderController(userId, app));
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);

  useEffect(() => {
    recorder.enter();
    return () => recorder.leave();
  }, [recorder]);

  return { recorder, state };
}

/** Playback of the recorder's clips, which ends when the component unmounts. */
function useClipPlayback(): ClipPlayback {
  const [playback] = useState(() => new ClipPlayback());
  useSyncExternalStore(playback.subscribe, playback.getPlaying);
  useEffect(() => () => playback.unload(), [playback]);
  return playback;
}

/** The content of `Recorder` in recorder.tsx, which loads this module when it is first shown. */
export default function RecorderPanel({ userId, onPosted }: RecorderProps) {
  const { recorder, state } = useRecorder(userId);
  const playback = useClipPlayback();
  const chosen = useChosenClip(state.take, state.draft.filterId);
  const [hasOpenedForm, setHasOpenedForm] = useState(false);
  const { phase, draft } = state;
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

  const chooseFilter = () => {
    setHasOpenedForm(true);
    recorder.edit({ choosing: true });
  };

  return (
    <div>
      <RecorderStage
        recorder={recorder}
        state={state}
        chosen={chosen}
        playback={playback}
        onRecord={() => void record()}
      />
      {phase === 'ready' && !draft.choosing && (
        <Button size="lg" className="mt-6 w-full" onClick={chooseFilter}>
          Choose Voice Filter
        </Button>
      )}
      {phase !== 'idle' && draft.choosing && (
        <DropForm
          recorder={recorder}
          state={state}
          chosen={chosen}
          playback={playback}
          takesFocus={hasOpenedForm}
          onPosted={onPosted}
        />
      )}
    </div>
  );
}
