import { useEffect } from 'react';
import { usePlayerState } from '#features/player/use-player.ts';
import type { DropListProps } from './drop-list.tsx';

/** The next page is fetched when at most this many tracks of the list are left to play. */
const TRACKS_AHEAD = 2;

/** Fetches the next page of a list before the player, which plays from this list, reaches its end. */
export function useNextPageInTime({ list, source }: Pick<DropListProps, 'list' | 'source'>): void {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isNearEnd = usePlayerState(
    ({ playlist: { source: playing, tracks }, index }) =>
      playing === source && index !== -1 && tracks.length - 1 - index <= TRACKS_AHEAD,
  );
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, error, fetchNextPage]);
}
