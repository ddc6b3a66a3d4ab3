import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { toast } from '#ui/toast.ts';
import { DropCard } from './drop-card.tsx';
import { ListEnd } from './list-end.tsx';
import type { DropPage } from './queries.ts';
import { usePlaylist } from './use-playlist.ts';

/** When no more than this many tracks are left to play, the next page is fetched so that listening goes on. */
const TRACKS_AHEAD = 2;

interface DropListProps {
  list: UseInfiniteQueryResult<InfiniteData<DropPage>>;
  /** Names the list for the player. */
  source: string;
  /** Stands here while the first page is on its way. */
  loading: ReactNode;
  /** Stands here when there is no drop. */
  empty: ReactNode;
}

/** A list of drops that grows as one scrolls, or listens, and that the player plays through. */
export function DropList({ list, source, loading, empty }: DropListProps) {
  const { data, error, isLoadingError, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const { user } = useSession();
  const drops = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const { getPlaylist, tracksLeft } = usePlaylist(source, drops);

  useEffect(() => {
    if (error) logFailure('A list of drops could not be read.', error);
  }, [error]);

  useEffect(() => {
    if (!isLoadingError) return;
    toast.error('Failed to load voice drops', { description: 'Please try again.' });
  }, [isLoadingError]);

  useEffect(() => {
    const running = tracksLeft !== undefined && tracksLeft <= TRACKS_AHEAD;
    if (running && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [tracksLeft, hasNextPage, isFetchingNextPage, error, fetchNextPage]);

  if (list.isPending) return loading;
  if (isLoadingError) {
    return (
      <EmptyState
        title="Failed to load voice drops"
        description="Please try again."
        action={
          <Button variant="secondary" pending={list.isFetching} onClick={() => void list.refetch()}>
            Try Again
          </Button>
        }
      />
    );
  }
  if (drops.length === 0 && !hasNextPage) return empty;

  return (
    <>
      <ul className="space-y-5">
        {drops.map((drop) => (
          <li key={drop.id}>
            <DropCard
              drop={drop}
              isOwn={drop.author.userId === user?.id}
              getPlaylist={getPlaylist}
            />
          </li>
        ))}
      </ul>
      <ListEnd
        of="voice drops"
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void fetchNextPage()}
      />
    </>
  );
}
