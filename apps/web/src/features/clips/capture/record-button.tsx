import { clsx } from 'clsx';
import { Mic, RotateCcw, Square } from 'lucide-react';
import type { Ref } from 'react';
import { Countdown } from './countdown.tsx';
import { Halo } from './halo.tsx';
import { RecordingRing } from './recording-ring.tsx';
import type { RecorderPhase } from '#features/clips/recorder/recorder-state.ts';

/** Says that the take is replaced. */
const RECORD_AGAIN = 'Record again, in place of this recording';

interface RecordButtonProps {
  phase: RecorderPhase;
  /** Whole seconds recorded. */
  seconds: number;
  /** The microphone's current level, 0 to 1. */
  level: () => number;
  /** Seconds recorded so far, with fractions. */
  clock: () => number;
  /** Whether the button is even smaller on a phone, because the form is below it. */
  isCompact: boolean;
  onRecord: () => void;
  onStop: () => void;
  ref: Ref<HTMLButtonElement>;
}

/**
 * Starts and stops a recording, and shows how much of its time has passed. The button is small once a
 * take exists.
 */
export function RecordButton(props: RecordButtonProps) {
  const { phase, seconds, level, clock, isCompact, onRecord, onStop, ref } = props;
  const isRecording = phase === 'recording';
  const isSmall = phase === 'ready' || phase === 'restoring' || phase === 'posting';
  const isBusy = phase === 'finishing' || phase === 'restoring' || phase === 'posting';
  const label = isRecording ? 'Stop recording' : isSmall ? RECORD_AGAIN : 'Start recording';
  const size = clsx(isSmall ? 'size-16' : 'size-36', isSmall && isCompact && 'max-sm:size-12');
  return (
    // This element has its new size at once, so that nothing below moves while the button shrinks.
    <div className={clsx('relative', size)}>
      {isRecording && <Halo level={level} />}
      {isRecording && <RecordingRing clock={clock} />}
      <button
        ref={ref}
        type="button"
        aria-label={label}
        data-tooltip={isSmall ? label : undefined}
        disabled={isBusy}
        // Keeps FocusRecovery from moving the focus: the panel does that once the take is ready.
        aria-busy={isBusy || undefined}
        onClick={isRecording ? onStop : onRecord}
        className={clsx(
          size,
          'absolute top-1/2 left-1/2 grid -translate-1/2 place-content-center justify-items-center rounded-full bg-voice text-voice-ink shadow-low',
          'transition-[width,height,background-color,scale,opacity] duration-180 hover:bg-voice-deep focus-visible:outline-3 focus-visible:outline-offset-4 active:scale-[0.97] disabled:opacity-60',
          isSmall ? '[&_svg]:size-6' : '[&_svg]:size-12',
        )}
      >
        {isRecording ? (
          <>
            <Square fill="currentColor" strokeWidth={0} aria-hidden="true" />
            <Countdown seconds={seconds} />
          </>
        ) : isSmall ? (
          <RotateCcw aria-hidden="true" />
        ) : (
          <Mic strokeWidth={1.75} aria-hidden="true" />
        )}
      </button>
    </div>
  );
}
