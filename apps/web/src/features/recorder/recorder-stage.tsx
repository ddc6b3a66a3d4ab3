import { clsx } from 'clsx';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import { LiveWaveform } from '#features/recorder/capture/live-waveform.tsx';
import { RecordButton } from '#features/recorder/capture/record-button.tsx';
import type { RecorderState } from './recorder-state.ts';
import { announcement, noticeMessages, statusLine } from './recorder-messages.ts';
import { TakeWaveform } from '#features/recorder/take/take-waveform.tsx';
import type { RecorderView } from './use-recorder-view.ts';

interface RecorderStageProps {
  view: RecorderView;
  onRecord: () => void;
}

/** The waveform, the buttons to record, play and discard, and the status line. */
export function RecorderStage({ view, onRecord }: RecorderStageProps) {
  const { recorder, state, playback, clip } = view;
  const recordButton = useRef<HTMLButtonElement>(null);
  const { phase, draft } = state;
  const isPlaying = view.playing === draft.filterId;
  const canDiscard = phase === 'recording' || phase === 'ready' || phase === 'posting';

  const discard = () => {
    playback.unload();
    recorder.discard();
    recordButton.current?.focus();
  };

  const playOrPause = async () => {
    if (!clip) return;
    if (isPlaying) {
      playback.pause();
      return;
    }
    try {
      await playback.play(draft.filterId, clip);
    } catch {
      toast.error('Playback Error', { description: 'Unable to play the recording.' });
    }
  };

  return (
    <section aria-label="Recorder">
      <div className="h-20 sm:h-24">
        {clip ? (
          <TakeWaveform clip={clip} filterId={draft.filterId} playback={playback} />
        ) : (
          <LiveWaveform
            level={recorder.level}
            clock={recorder.clock}
            isRecording={phase === 'recording'}
          />
        )}
      </div>
      <div className="mt-12 grid grid-cols-[1fr_auto_1fr] items-center gap-6 sm:gap-8">
        <div />
        <RecordButton
          ref={recordButton}
          phase={phase}
          level={recorder.level}
          onRecord={onRecord}
          onStop={() => recorder.stop()}
        />
        <div>
          {clip && (
            <IconButton
              label={isPlaying ? 'Pause recording' : 'Play recording'}
              variant="ink"
              size="lg"
              disabled={view.isFiltering}
              onClick={() => void playOrPause()}
            >
              {isPlaying ? (
                <Pause fill="currentColor" aria-hidden="true" />
              ) : (
                <Play fill="currentColor" aria-hidden="true" />
              )}
            </IconButton>
          )}
        </div>
      </div>
      <RecorderStatus state={state} />
      {/* Away from the record button, which a finger that stops a recording is on. */}
      {canDiscard && (
        <div className="mt-4 text-center">
          <Button variant="quiet" size="sm" disabled={phase === 'posting'} onClick={discard}>
            <Trash2 aria-hidden="true" /> Discard
          </Button>
        </div>
      )}
    </section>
  );
}

/** The recorder's phase, and what went wrong. */
function RecorderStatus({ state }: { state: RecorderState }) {
  const { phase, seconds, notice } = state;
  const isProblem = notice !== null && notice !== 'restored';
  return (
    <div className="mt-6 text-center">
      <p className="text-ink-soft tabular-nums">{statusLine(phase, seconds)}</p>
      {/* The line above changes each second, too often for a screen reader. */}
      <output className="sr-only">{announcement(phase, seconds)}</output>
      <p
        role={isProblem ? 'alert' : 'status'}
        className={clsx(
          'mx-auto mt-2 max-w-md text-sm empty:mt-0',
          isProblem ? 'text-danger' : 'text-ink-soft',
        )}
      >
        {notice && noticeMessages[notice]}
      </p>
    </div>
  );
}
