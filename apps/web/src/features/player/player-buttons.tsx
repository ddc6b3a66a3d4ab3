import { SkipBack, SkipForward, X } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { PlayIcon } from './play-icon.tsx';
import { neighbour } from './player-reducer.ts';
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

/** Changes to the previous (-1) or next (1) track. */
export function SkipButton({ by }: { by: 1 | -1 }) {
  const player = usePlayer();
  const possible = usePlayerState((state) => neighbour(state, by) !== undefined);
  const [label, Icon] = by === 1 ? ['Next', SkipForward] : ['Previous', SkipBack];
  return (
    <IconButton label={label} size="sm" disabled={!possible} onClick={() => player.skip(by)}>
      <Icon fill="currentColor" />
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
