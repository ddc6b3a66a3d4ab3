import { clsx } from 'clsx';
import { ChevronUp, Lock, Mic, Pause, Play, Square } from 'lucide-react';
import type { Ref } from 'react';
import { Halo } from '#features/clips/capture/halo.tsx';
import { RecordingRing } from '#features/clips/capture/recording-ring.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { ClipView } from './use-clip-recorder.ts';
import type { Hold } from './use-hold.ts';

interface ClipButtonProps {
  view: ClipView;
  /** What is recorded. */
  name: string;
  hold: Hold;
  disabled: boolean;
  ref: Ref<HTMLButtonElement>;
}

/**
 * Starts a recording, stops it, and plays it: one button, which keeps the focus, and whose second press by mistake
 * sends nothing. A finger can hold it.
 */
export function ClipButton({ view, name, hold, disabled, ref }: ClipButtonProps) {
  const { recorder, state, playing, filterId } = view;
  const { phase } = state;
  const { slide } = hold;
  const isDone = phase === 'ready' || phase === 'posting';
  const isPlaying = isDone && playing === filterId;
  const isWaiting =
    phase === 'opening' ||
    phase === 'finishing' ||
    phase === 'restoring' ||
    (isDone && view.isFiltering);
  const label = isDone
    ? isPlaying
      ? 'Pause playback'
      : 'Play recording'
    : phase === 'recording'
      ? 'Stop recording'
      : `Record a ${name}`;

  const press = () => {
    if (hold.isClickOfHold() || isWaiting) return;
    if (phase === 'idle') view.record();
    else if (phase === 'recording') recorder.stop();
    else if (isPlaying) view.playback.pause();
    else view.play();
  };

  return (
    <div className="relative size-11 shrink-0">
      {phase === 'recording' && <Halo level={recorder.level} />}
      {phase === 'recording' && <RecordingRing clock={recorder.clock} className="-inset-[3px]" />}
      {slide && <LockHint share={slide.up} />}
      <IconButton
        ref={ref}
        {...hold.handlers}
        label={label}
        tooltip={phase === 'idle' || isDone ? label : ''}
        variant={phase === 'recording' ? 'voice' : isDone ? 'outline' : 'quiet'}
        disabled={phase === 'idle' && disabled}
        aria-busy={isWaiting || undefined}
        onClick={press}
        className={clsx(
          // A finger that touched the icon would be lost when the icon changes.
          'absolute inset-0 touch-none select-none [-webkit-touch-callout:none] [&_svg]:pointer-events-none',
          phase !== 'recording' && 'text-voice hover:text-voice',
          slide && 'scale-125',
        )}
      >
        {isWaiting ? (
          <Spinner />
        ) : slide || phase === 'idle' ? (
          <Mic aria-hidden="true" />
        ) : phase === 'recording' ? (
          <Square fill="currentColor" strokeWidth={0} aria-hidden="true" />
        ) : isPlaying ? (
          <Pause fill="currentColor" aria-hidden="true" />
        ) : (
          <Play fill="currentColor" aria-hidden="true" />
        )}
      </IconButton>
    </div>
  );
}

/** Above the held button: a slide up to here locks the recording. */
function LockHint({ share }: { share: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute bottom-full left-1/2 mb-4 grid w-11 -translate-x-1/2 animate-rise justify-items-center gap-1 rounded-full border border-line-floating bg-paper-raised py-3 text-ink-soft shadow-high"
    >
      <Lock className="size-4.5" style={{ scale: 1 + share * 0.3 }} />
      <ChevronUp className="size-4" style={{ opacity: 1 - share }} />
    </span>
  );
}
