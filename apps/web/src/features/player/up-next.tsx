import type { PlayerParts } from './player-parts.ts';
import { adjacentTrack } from './player-reducer.ts';
import { TrackRow } from './track-row.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';

interface UpNextProps extends Pick<PlayerParts, 'Suggestions'> {
  /** How many suggestions are shown at most. */
  count: number;
}

/** The track that follows the current one, or what could come after the last one. */
export function UpNext({ Suggestions, count }: UpNextProps) {
  const player = usePlayer();
  const next = usePlayerState((state) => adjacentTrack(state, 1));
  const trackId = usePlayerState(({ track }) => track?.id);
  if (next) return <TrackRow track={next} onPlay={() => player.skip(1)} />;
  return trackId === undefined ? null : <Suggestions trackId={trackId} count={count} />;
}
