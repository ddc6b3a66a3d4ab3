import { lazyPart } from '#ui/lazy-part.tsx';
import { isDrop, type Track } from './track.ts';
import type { PlayerParts } from './player-parts.ts';
import { adjacentTrack } from './player-reducer.ts';
import { trackAfterQueue } from './queue/track-after-queue.ts';
import { TrackRow } from './track-row.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';

const QueueList = lazyPart(() => import('./queue/queue-list.tsx'));

interface UpNextProps extends Pick<PlayerParts, 'Suggestions'> {
  /** How many suggestions are shown at most. */
  count: number;
}

/** The track that follows the current one, or what could come after the last one. */
export function UpNext(props: UpNextProps) {
  const player = usePlayer();
  const next = usePlayerState((state) => adjacentTrack(state, 1));
  return <Following {...props} next={next} onPlay={() => player.skip(1)} />;
}

/** The queue, and what follows it. */
export function QueueAndUpNext(props: UpNextProps) {
  const player = usePlayer();
  const hasQueue = usePlayerState(({ queue }) => queue.length > 0);
  const next = usePlayerState(trackAfterQueue);
  const play = () => next && player.play(next, player.getState().playlist);
  return (
    <>
      {hasQueue && <QueueList />}
      {hasQueue && <h3 className="mt-3 font-sans text-base font-medium">After the queue</h3>}
      <Following {...props} next={next} onPlay={play} />
    </>
  );
}

interface FollowingProps extends UpNextProps {
  next: Track | undefined;
  onPlay: () => void;
}

function Following({ next, onPlay, Suggestions, count }: FollowingProps) {
  const dropId = usePlayerState(({ track }) => (track && isDrop(track) ? track.id : undefined));
  if (next) return <TrackRow track={next} onPlay={onPlay} />;
  return dropId === undefined ? null : <Suggestions trackId={dropId} count={count} />;
}
