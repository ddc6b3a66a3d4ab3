import { clsx } from 'clsx';
import { RotateCcw, RotateCw, SkipBack, SkipForward, X } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { PlayIcon } from './play-icon.tsx';
import { adjacentTrack, hasEnded } from './player-reducer.ts';
import { SEEK_STEP } from './seek-step.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

/** Plays and pauses; replays a track that has ended. */
export function PlayButton({ size = 'md' }: { size?: 'md' | 'xl' }) {
  const player = usePlayer();
  const playing = usePlayerState(({ status }) => status === 'playing');
  const waiting = usePlayerState((state) => state.waiting);
  const ended = usePlayerState(hasEnded);
  return (
    <IconButton
      label={playing ? 'Pause' : ended ? 'Replay' : 'Play'}
      variant="voice"
      size={size}
      aria-busy={waiting}
      onClick={() => player.toggle()}
    >
      {ended ? <RotateCcw /> : <PlayIcon playing={playing} waiting={waiting} />}
    </IconButton>
  );
}

interface SkipButtonProps {
  by: 1 | -1;
  /** `sm` is for a mouse. */
  size: 'sm' | 'md' | 'lg';
}

/** Changes to the previous (-1) or next (1) track. */
export function SkipButton({ by, size }: SkipButtonProps) {
  const player = usePlayer();
  const possible = usePlayerState((state) => adjacentTrack(state, by) !== undefined);
  const [label, Icon] = by === 1 ? ['Next', SkipForward] : ['Previous', SkipBack];
  return (
    <IconButton label={label} size={size} disabled={!possible} onClick={() => player.skip(by)}>
      <Icon fill="currentColor" />
    </IconButton>
  );
}

interface SeekButtonProps {
  direction: 'back' | 'forward';
  size: 'sm' | 'lg';
  className?: string;
}

/** Seeks a few seconds in the current track. */
export function SeekButton({ direction, size, className }: SeekButtonProps) {
  const player = usePlayer();
  const [by, Icon] = direction === 'back' ? [-SEEK_STEP, RotateCcw] : [SEEK_STEP, RotateCw];
  return (
    <IconButton
      label={`${SEEK_STEP} seconds ${direction}`}
      size={size}
      className={className}
      onClick={() => player.seekBy(by)}
    >
      <span className="relative grid place-items-center">
        <Icon />
        {/* A part of the icon, which keeps its size when text is larger. */}
        <span
          className={clsx('absolute pt-px font-bold', size === 'lg' ? 'text-[10px]' : 'text-[8px]')}
        >
          {SEEK_STEP}
        </span>
      </span>
    </IconButton>
  );
}

export function CloseButton({ size }: { size: 'sm' | 'md' }) {
  const player = usePlayer();
  return (
    <IconButton label="Close player" size={size} onClick={() => player.stop()}>
      <X />
    </IconButton>
  );
}
