import { DropCard } from '#features/drops/card/drop-card.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { useSession } from '#features/session/session-context.ts';
import { usePlaylist } from '#features/player/use-playlist.ts';

interface ShortDropListProps {
  /** Must be the same array while the drops are the same. */
  drops: readonly Drop[];
  /** Names the list for the player. */
  source: string;
  /** The id of the list's heading. */
  label: string;
}

/** A few drops below a heading, which are also a playlist. */
export function ShortDropList({ drops, source, label }: ShortDropListProps) {
  const { user } = useSession();
  const getPlaylist = usePlaylist(source, drops);
  return (
    <div role="feed" aria-labelledby={label} className="space-y-3.5">
      {drops.map((drop, index) => (
        <DropCard
          key={drop.id}
          drop={drop}
          isOwn={drop.author.userId === user?.id}
          getPlaylist={getPlaylist}
          level="h3"
          place={index + 1}
          count={drops.length}
        />
      ))}
    </div>
  );
}
