import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { durationLabel } from '@undertone/domain/number-labels';
import { ChevronLeft, Pause, Play, Trash2, X } from 'lucide-react';
import { LiveWaveform } from '#features/clips/capture/live-waveform.tsx';
import { usePlayedClip } from '#features/clips/take/use-played-clip.ts';
import type { Clip } from '#features/clips/take/take.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { waitingLines } from './clip-messages.ts';
import type { ClipView } from './use-clip-recorder.ts';
import type { Slide } from './use-hold.ts';

/** The number of bars in the width of the row. */
const BARS = 36;

/** From how many seconds before the limit the rest is shown. */
const COUNTDOWN_SECONDS = 10;

interface ClipRowProps {
  view: ClipView;
  slide: Slide | null;
  onDiscard: () => void;
}

/** What stands before the button: the time and the waveform, and the buttons to discard, pause and cancel. */
export function ClipRow({ view, slide, onDiscard }: ClipRowProps) {
  const { recorder, state, clip } = view;
  const { phase, seconds, pause } = state;
  const waiting = waitingLines[phase];
  if (waiting) return <p className="min-w-0 grow pl-3 text-sm text-ink-soft">{waiting}</p>;
  if (phase === 'posting') {
    return (
      <>
        <IconButton label="Cancel sending" onClick={() => recorder.finished?.cancelSend()}>
          <X aria-hidden="true" />
        </IconButton>
        <div className="min-w-0 grow px-1">
          <ProgressBar label="Sending" value={state.progress ?? undefined} />
        </div>
      </>
    );
  }
  if (slide) {
    return (
      <>
        <span
          aria-hidden="true"
          className="ml-3 size-2.5 shrink-0 animate-pulse rounded-full bg-voice"
        />
        <Time label={durationLabel(seconds)} />
        <p
          className="flex min-w-0 grow items-center justify-center text-sm text-ink-soft"
          style={{ translate: `${slide.left * -2}rem`, opacity: 1 - slide.left * 0.8 }}
        >
          <ChevronLeft aria-hidden="true" className="size-4 shrink-0" /> Slide to cancel
        </p>
      </>
    );
  }
  return (
    <>
      <IconButton label="Discard recording" onClick={onDiscard}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {phase === 'recording' ? (
        <>
          <Time label={recordedTime(seconds)} />
          <div className="h-8 min-w-0 grow">
            <LiveWaveform
              level={recorder.level}
              clock={recorder.recordedSeconds}
              isRecording
              bars={BARS}
            />
          </div>
          <IconButton
            label={pause ? 'Resume recording' : 'Pause recording'}
            onClick={() => (pause ? recorder.resume() : recorder.pause())}
          >
            {pause ? (
              <Play fill="currentColor" aria-hidden="true" />
            ) : (
              <Pause fill="currentColor" aria-hidden="true" />
            )}
          </IconButton>
        </>
      ) : (
        clip && <PlayedClip view={view} clip={clip} />
      )}
    </>
  );
}

const recordedTime = (seconds: number): string => {
  const left = RECORDING_MAX_SECONDS - seconds;
  return left > COUNTDOWN_SECONDS ? durationLabel(seconds) : `${left} s left`;
};

function Time({ label }: { label: string }) {
  return <span className="shrink-0 px-1 text-sm text-ink-soft tabular-nums">{label}</span>;
}

/** The waveform of the take, with seeking, and its time. */
function PlayedClip({ view, clip }: { view: ClipView; clip: Clip }) {
  const { playback, filterId } = view;
  const { position, elapsed, total, waveform } = usePlayedClip(playback, filterId, clip);
  return (
    <>
      <div className="min-w-0 grow">
        <Waveform {...waveform} bars={BARS} className="h-8" />
      </div>
      <Time label={position > 0 ? elapsed : total} />
    </>
  );
}
