import { clsx } from 'clsx';
import { Pause, Play, Scissors, Trash2 } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import { LiveWaveform } from '#features/clips/capture/live-waveform.tsx';
import { RecordButton } from '#features/clips/capture/record-button.tsx';
import type { RecorderState } from '#features/clips/recorder/recorder-state.ts';
import {
  announcement,
  canRecordAfter,
  noticeMessages,
  pauseMessages,
  problemMessage,
  RECORDED_AGAIN,
  statusLine,
  UNPLAYABLE,
} from '#features/clips/recorder/recorder-messages.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import type { Clip } from '#features/clips/take/take.ts';
import type { RecorderView } from './use-recorder-view.ts';

interface RecorderStageProps {
  view: RecorderView;
  recordButton: RefObject<HTMLButtonElement | null>;
  onRecord: () => void;
  onContinue: () => void;
}

/** The waveform, the buttons to record, play and discard, the status line, and the notices. */
export function RecorderStage({ view, recordButton, onRecord, onContinue }: RecorderStageProps) {
  const { recorder, after, state, draft, playback, clip, kept, setKept } = view;
  const { phase, seconds, pause } = state;
  const isPlaying = view.playing === draft.filterId;
  const canDiscard =
    (phase === 'recording' && !state.continued) || phase === 'ready' || phase === 'posting';
  // On a phone, the form below needs the space.
  const isCompact = draft.choosing && (phase === 'ready' || phase === 'posting');
  const playButton = useRef<HTMLButtonElement>(null);
  const [unplayable, setUnplayable] = useState<Clip | null>(null);

  const discard = () => {
    playback.unload();
    recorder.discard();
    recordButton.current?.focus();
  };

  const restorePrevious = async () => {
    try {
      await recorder.finished?.restorePrevious();
    } catch (cause) {
      logFailure('The earlier recording could not be restored.', cause);
      toast.error('The earlier recording could not be opened', { description: 'Try again.' });
    }
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
        isCompact &&
          'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3',
      )}
    >
      <div
        className={clsx(
          'h-20 sm:h-24',
          isCompact && 'max-sm:mb-[1.75rem] max-sm:h-10 max-sm:min-w-0',
        )}
      >
        {after && clip ? (
          <after.TakeWaveform
            clip={clip}
            filterId={draft.filterId}
            playback={playback}
            kept={kept}
            onKept={setKept}
          />
        ) : (
          <LiveWaveform
            level={recorder.level}
            clock={recorder.recordedSeconds}
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
          {phase === 'recording' && (
            <IconButton
              label={pause ? 'Resume recording' : 'Pause recording'}
              variant="outline"
              size="lg"
              onClick={() => (pause ? recorder.resume() : recorder.pause())}
            >
              {pause ? (
                <Play fill="currentColor" aria-hidden="true" />
              ) : (
                <Pause fill="currentColor" aria-hidden="true" />
              )}
            </IconButton>
          )}
          {clip && (
            <IconButton
              ref={playButton}
              label={isPlaying ? 'Pause playback' : 'Play recording'}
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
        <p className={clsx('text-ink-soft tabular-nums', isCompact && 'max-sm:hidden')}>
          {statusLine(state)}
        </p>
        {isCompact && (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-3.5 min-h-11 text-left sm:hidden"
            disabled={phase === 'posting'}
            onClick={() => {
              view.edit({ choosing: false });
            }}
          >
            <Scissors aria-hidden="true" /> Edit recording
          </Button>
        )}
        {/* The line above changes each second, too often for a screen reader. */}
        <output className="sr-only">{announcement(phase, seconds)}</output>
      </div>
      {after && state.take && (
        <div className={clsx('mt-4', isCompact && 'max-sm:hidden')}>
          <after.PrefetchFilters take={state.take} draft={draft} />
          <after.TakeEditor
            finished={recorder.finished}
            take={state.take}
            disabled={phase !== 'ready'}
            kept={kept}
            onKept={setKept}
            onEdit={() => playback.unload()}
            onContinue={() => {
              recordButton.current?.focus();
              onContinue();
            }}
          />
        </div>
      )}
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
            className="max-sm:min-h-11"
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
        onRestorePrevious={() => {
          recordButton.current?.focus();
          playback.unload();
          void restorePrevious();
        }}
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
  onRestorePrevious: () => void;
  onRecord: () => void;
  isUnplayable: boolean;
  onPlay: () => void;
}

/** Notices about the recording, the microphone and playback. */
function RecorderNotes(props: RecorderNotesProps) {
  const { state, onResume, onRestorePrevious, onRecord, isUnplayable, onPlay } = props;
  const { phase, notice, pause, previousId } = state;
  const isProblem = notice !== null && notice !== 'restored';
  const canRecord = isProblem && canRecordAfter(notice) && (phase === 'idle' || phase === 'ready');
  // After a reload, the stored recording is prepared again.
  const prepareAgain = notice === 'unprepared' ? () => location.reload() : undefined;
  return (
    <div className="col-span-full mx-auto max-w-md text-center text-sm text-ink-soft">
      {previousId && phase === 'ready' && (
        <div className="mt-2 flex flex-wrap items-center justify-center gap-x-1">
          <p>{RECORDED_AGAIN}</p>
          <Button variant="quiet" size="sm" className="max-sm:min-h-11" onClick={onRestorePrevious}>
            Undo
          </Button>
        </div>
      )}
      <output className={clsx(notice && !isProblem && 'mt-2 block')}>
        {notice && !isProblem && noticeMessages[notice]}
      </output>
      <FailureNote
        message={pause && pause !== 'paused' ? pauseMessages[pause] : null}
        onRetry={onResume}
        retryLabel="Continue"
        className="not-empty:mt-3 max-sm:not-empty:mb-2"
      />
      <FailureNote
        message={isProblem ? problemMessage(notice) : null}
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
