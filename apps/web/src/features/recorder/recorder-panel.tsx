import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { DropForm } from '#features/recorder/post/drop-form.tsx';
import { RecorderStage } from './recorder-stage.tsx';
import { useChosenClip } from '#features/recorder/mask/use-chosen-clip.ts';
import { useClipPlayback } from '#features/recorder/take/use-clip-playback.ts';
import { useOneVoice } from '#features/recorder/take/use-one-voice.ts';
import { useRecorder } from './use-recorder.ts';
import { recordingComplete } from './words.ts';

interface RecorderProps {
  /** The account that records and posts. */
  userId: string;
  /** A drop has been posted and its toast shown: time to go and see it. */
  onPosted: () => void;
}

/** The recorder itself; #features/recorder/recorder.tsx loads it when it is needed. */
export default function RecorderPanel({ userId, onPosted }: RecorderProps) {
  const { recorder, state } = useRecorder(userId);
  const { playback } = useClipPlayback();
  const chosen = useChosenClip(state.take, state.draft.filterId);
  const [hasAsked, setHasAsked] = useState(false);
  const { phase, draft } = state;
  useOneVoice(playback, phase === 'opening' || phase === 'recording');

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
    setHasAsked(true);
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
          takesFocus={hasAsked}
          onPosted={onPosted}
        />
      )}
    </div>
  );
}
