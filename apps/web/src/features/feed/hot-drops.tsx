import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { DropCard } from '#features/drops/card/drop-card.tsx';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { usePlaylist } from '#features/drops/list/use-playlist.ts';
import { RankedListContext } from '#features/drops/ranking/ranked-list.ts';
import { useRankedDrops } from '#features/drops/ranking/use-ranked-drops.ts';
import { useListedDrops } from '#features/drops/use-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { buttonClass } from '#ui/button-class.ts';
import { QueryList } from '#ui/query-list.tsx';
import EmptyFeed from './empty-feed.tsx';

/** How many drops are shown before the link to all of them. */
const SHOWN = 5;

/** The first drops of Hot, and a link to the others. @param label id of the list's heading */
export function HotDrops({ label, empty }: { label: string; empty: ReactNode }) {
  const { drops: list, hasHidden } = useRankedDrops('hot');
  const { user } = useSession();
  const listed = useListedDrops(list.data);
  const drops = useMemo(() => listed.slice(0, SHOWN), [listed]);
  const getPlaylist = usePlaylist('hot right now', drops);
  return (
    <RankedListContext value="hot">
      <QueryList
        compact
        query={list}
        of="voice drops"
        failure="Failed to load voice drops"
        loading={<DropSkeletons count={SHOWN} />}
        isEmpty={drops.length === 0}
        empty={hasHidden ? <EmptyFeed tab="unplayed" /> : empty}
      >
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
        <p className="mt-5 text-center">
          <Link to="/app" search={{ tab: 'hot' }} className={buttonClass({ variant: 'secondary' })}>
            All Hot Drops
          </Link>
        </p>
      </QueryList>
    </RankedListContext>
  );
}
