import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LongList } from '#ui/long-list.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { DropCard } from '#features/drops/card/drop-card.tsx';
import type { ListedPage } from '#features/drops/drop-pages.ts';
import type { Drop } from '#features/drops/drop.ts';
import { isPending, usePendingDrops, withPending } from '#features/drops/pending-drops.ts';
import { useListedDrops } from '#features/drops/use-drops.ts';
import { useUnheard } from '#features/drops/heard/use-unheard.ts';
import { usePlaylist } from '#features/player/use-playlist.ts';

// Not needed for the first screen.
const ListStart = lazyPart(() => import('#ui/list-start.tsx'), {
  fallback: <div className="h-16" />,
});
const ListHead = lazyPart(() => import('./list-head.tsx'), {
  // Not before the sound of a card that is pressed at once.
  preload: 'idle',
  fallback: <div className="h-9 low:h-6" />,
});
const ListFoot = lazyPart(() => import('#features/drops/heard/list-foot.tsx'));
const PendingDropCard = lazyPart(() => import('#features/drops/card/pending-drop-card.tsx'));

/** Height of a card, and the space between two, in CSS pixels. */
const CARD_HEIGHT = 214;
const CARD_GAP = 14;

/** Posting changes the id of a pending drop, but not the path of its audio. */
const cardKey = ({ audioPath, id }: Drop) => audioPath || id;

export interface DropListProps {
  list: UseInfiniteQueryResult<InfiniteData<ListedPage>>;
  /** Names the list for the player. */
  source: string;
  /** Whether pending drops are shown first, and new drops above the screen are announced. */
  isLive?: boolean;
  /** Refetches a list that has dropped its newest pages from the start. */
  onRestart?: () => void;
  /** Why the list could not be read, if it is known. */
  reason?: string | undefined;
  /** Shown while the first page is loading. */
  loading: ReactNode;
  /** Shown when there is no drop. */
  empty: ReactNode;
}

/** A list of drops, which is also a playlist. Scrolling and listening fetch further pages. */
export function DropList(props: DropListProps) {
  const { list, source, isLive = false, reason, loading, empty } = props;
  const { data, hasNextPage } = list;
  const { user } = useSession();
  const listed = useListedDrops(data);
  const drops = useUnheard(listed);
  const getPlaylist = usePlaylist(source, drops);
  const pending = usePendingDrops();
  const cards = useMemo(
    () => (isLive ? withPending(pending, drops) : drops),
    [isLive, pending, drops],
  );

  const hasHeard = drops.length < listed.length || data?.pages.some((page) => page.hasHeard);
  const foot = <ListFoot drops={listed} hasHeard={hasHeard} />;
  return (
    <>
      <ListHead {...props} listed={listed} drops={cards} keyOf={cardKey} />
      <QueryList
        query={list}
        of="voice drops"
        failure="Failed to load voice drops"
        reason={reason}
        loading={loading}
        isEmpty={cards.length === 0}
        empty={hasHeard ? foot : empty}
        end={foot}
      >
        {list.hasPreviousPage && (
          <ListStart
            label="Loading more voice drops..."
            failure="Failed to load voice drops"
            loading={list.isFetchingPreviousPage}
            failed={list.isFetchPreviousPageError}
            onMore={() => void list.fetchPreviousPage()}
          />
        )}
        <LongList
          items={cards}
          label="Voice drops"
          keyOf={cardKey}
          isPart={hasNextPage}
          isCut={list.hasPreviousPage}
          estimate={CARD_HEIGHT}
          gap={CARD_GAP}
          renderItem={(drop, place, count) =>
            isPending(drop) ? (
              <PendingDropCard drop={drop} place={place} count={count} />
            ) : (
              <DropCard
                drop={drop}
                place={place}
                count={count}
                isOwn={drop.author.userId === user?.id}
                getPlaylist={getPlaylist}
              />
            )
          }
        />
      </QueryList>
    </>
  );
}
