import { adjacentTrack } from './player-reducer.ts';
import { usePlayerState } from './use-player.ts';

/**
 * Says what comes next, also to screen readers whenever that changes, while a whole list is played or something is
 * queued.
 */
export function NextLine() {
  const next = usePlayerState((state) => {
    const isAnnounced = state.playlist.all === true || state.queue.length > 0;
    return isAnnounced ? adjacentTrack(state, 1) : undefined;
  });
  return (
    <p aria-live="polite" className="truncate text-xs text-ink-faint">
      {next && (
        <>
          Next: <bdi>{next.title}</bdi>, {next.author.username ?? 'Anonymous'}
        </>
      )}
    </p>
  );
}
