import { clsx } from 'clsx';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import { LiveWaveform } from '#features/recorder/capture/live-waveform.tsx';
import { RecordButton } from '#features/recorder/capture/record-button.tsx';
import type { RecorderState } from './recorder-state.ts';
import {
  announcement,
  canRecordAfter,
  noticeMessages,
  pauseMessages,
  statusLine,
  UNPLAYABLE,
} from './recorder-messages.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import type { Clip } from '#features/recorder/take/take.ts';
import { TakeWaveform } from '#features/recorder/take/take-waveform.tsx';
import type { RecorderView } from './use-recorder-view.ts';

interface RecorderStageProps {
  view: RecorderView;
  recordButton: RefObject<HTMLButtonElement | null>;
  onRecord: () => void;
}

/** The waveform, the buttons to record, play and discard, the status line, and the notices. */
export function RecorderStage({ view, recordButton, onRecord }: RecorderStageProps) {
  const { recorder, state, playback, clip } = view;
  const { phase, seconds, draft } = state;
  const isPlaying = view.playing === draft.filterId;
  const canDiscard = phase === 'recording' || phase === 'ready' || phase === 'posting';
  // On a phone, the form below needs the space.
  const isCompact = draft.choosing && (phase === 'ready' || phase === 'posting');
  const playButton = useRef<HTMLButtonElement>(null);
  const [unplayable, setUnplayable] = useState<Clip | null>(null);

  const discard = () => {
    playback.unload();
    recorder.discard();
    recordButton.current?.focus();
  };

  const play = async () => {
    if (!clip) return;
    try {
      await playback.play(draft.filterId, clip);
      setUnplayable(null);
    } catch {
      setUnplayable(clip);
      toast.error('Playback Error', { description: 'Unable to play the recording.' });
    }
  };

  return (
    <section
      aria-label="Recorder"
      className={clsx(
        isCompact && 'max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:gap-x-3',
      )}
    >
      <div className={clsx('h-20 sm:h-24', isCompact && 'max-sm:mb-7 max-sm:h-10 max-sm:min-w-0')}>
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
      <div
        className={clsx(
          'mt-12 grid grid-cols-[1fr_auto_1fr] items-center gap-6 sm:gap-8',
          isCompact && 'max-sm:mt-0 max-sm:flex max-sm:gap-3',
        )}
      >
        <div className={clsx(isCompact && 'max-sm:hidden')} />
        <RecordButton
          ref={recordButton}
          phase={phase}
          seconds={seconds}
          level={recorder.level}
          clock={recorder.clock}
          isCompact={isCompact}
          onRecord={onRecord}
          onStop={() => recorder.stop()}
        />
        <div>
          {clip && (
            <IconButton
              ref={playButton}
              label={isPlaying ? 'Pause recording' : 'Play recording'}
              variant="ink"
              size="lg"
              disabled={view.isFiltering}
              className={clsx(isCompact && 'max-sm:size-12')}
              onClick={() => (isPlaying ? playback.pause() : void play())}
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
      <div className={clsx('mt-6 text-center', isCompact && 'max-sm:mt-0 max-sm:text-left')}>
        <p className={clsx('text-ink-soft tabular-nums', isCompact && 'max-sm:text-sm')}>
          {statusLine(state)}
        </p>
        {/* The line above changes each second, too often for a screen reader. */}
        <output className="sr-only">{announcement(phase, seconds)}</output>
      </div>
      {/* Away from the record button, so that the press that stops a recording cannot hit it. */}
      {canDiscard && (
        <div
          className={clsx(
            'mt-4 text-center',
            isCompact && 'max-sm:mt-0 max-sm:-mr-3.5 max-sm:text-right',
          )}
        >
          <Button
            variant="quiet"
            size="sm"
            className="max-sm:h-11"
            disabled={phase === 'posting'}
            onClick={discard}
          >
            <Trash2 aria-hidden="true" /> Discard
          </Button>
        </div>
      )}
      <RecorderNotes
        state={state}
        onResume={() => recorder.resume()}
        // The retry button disappears with its note.
        onRecord={() => {
          recordButton.current?.focus();
          onRecord();
        }}
        isUnplayable={clip !== null && clip === unplayable}
        onPlay={() => {
          playButton.current?.focus();
          void play();
        }}
      />
    </section>
  );
}

interface RecorderNotesProps {
  state: RecorderState;
  onResume: () => void;
  onRecord: () => void;
  isUnplayable: boolean;
  onPlay: () => void;
}

/** Notices about the recording, the microphone and playback. */
function RecorderNotes(props: RecorderNotesProps) {
  const { state, onResume, onRecord, isUnplayable, onPlay } = props;
  const { phase, notice, pause } = state;
  const isProblem = notice !== null && notice !== 'restored';
  const canRecord = isProblem && canRecordAfter(notice) && (phase === 'idle' || phase === 'ready');
  // After a reload, the stored recording is prepared again.
  const prepareAgain = notice === 'unprepared' ? () => location.reload() : undefined;
  return (
    <div className="col-span-full mx-auto max-w-md text-center text-sm text-ink-soft">
      <output className={clsx(notice && !isProblem && 'mt-2 block')}>
        {notice && !isProblem && noticeMessages[notice]}
      </output>
      <FailureNote
        message={pause && pauseMessages[pause]}
        onRetry={onResume}
        retryLabel="Continue"
        className="not-empty:mt-3 max-sm:not-empty:mb-2"
      />
      <FailureNote
        message={isProblem ? noticeMessages[notice] : null}
        onRetry={canRecord ? onRecord : prepareAgain}
        className="not-empty:mt-3 max-sm:not-empty:mb-2"
      />
      <FailureNote
        message={isUnplayable ? UNPLAYABLE : null}
        onRetry={onPlay}
        className="not-empty:mt-3 max-sm:not-empty:mb-2"
      />
    </div>
  );
}
