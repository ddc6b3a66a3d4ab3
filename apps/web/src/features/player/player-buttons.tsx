import { SkipBack, SkipForward, X } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { PlayIcon } from './play-icon.tsx';
import { neighbour } from './player-state.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

export function PlayButton() {
  const player = usePlayer();
  const playing = usePlayerState(({ status }) => status === 'playing');
  const waiting = usePlayerState((state) => state.waiting);
  return (
    <IconButton
      label={playing ? 'Pause' : 'Play'}
      variant="voice"
      aria-busy={waiting}
      onClick={() => player.toggle()}
    >
      <PlayIcon playing={playing} waiting={waiting} />
    </IconButton>
  );
}

export function PreviousButton() {
  const player = usePlayer();
  const possible = usePlayerState((state) => neighbour(state, -1) !== undefined);
  return (
    <IconButton label="Previous" size="sm" disabled={!possible} onClick={() => player.previous()}>
      <SkipBack fill="currentColor" />
    </IconButton>
  );
}

export function NextButton() {
  const player = usePlayer();
  const possible = usePlayerState((state) => neighbour(state, 1) !== undefined);
  return (
    <IconButton label="Next" size="sm" disabled={!possible} onClick={() => player.next()}>
      <SkipForward fill="currentColor" />
    </IconButton>
  );
}

export function CloseButton() {
  const player = usePlayer();
  return (
    <IconButton label="Close player" size="sm" onClick={() => player.stop()}>
      <X />
    </IconButton>
  );
}
