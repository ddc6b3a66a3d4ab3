import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { authorDropsOptions } from '#features/drops/queries.ts';
import { rankedDropsOptions } from '#features/drops/ranking/queries.ts';
import { useDrop, useListedDrops } from '#features/drops/use-drops.ts';
import { readFinishedDrops } from '#features/player/finished-drops.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';

/** How many drops of the same author are offered at most. */
const OF_THE_AUTHOR = 1;

/**
 * Drops to play after a drop: of its author, then of Hot. They are others' drops that the listener has not heard and
 * that are not in the playlist that has ended.
 *
 * @param id of the drop that was played last, if they follow one
 * @param count how many are returned at most
 */
export function useNextDrops(id: string | undefined, count: number): readonly Drop[] {
  const client = useClient();
  const { user } = useSession();
  const player = usePlayer();
  const userId = user?.id;
  const authorId = useDrop(id ?? '')?.author.userId;
  const byAuthor = useInfiniteQuery({
    ...authorDropsOptions(client, authorId ?? ''),
    enabled: authorId !== undefined,
  });
  const hot = useInfiniteQuery(rankedDropsOptions(client, 'hot', userId));
  const ofAuthor = useListedDrops(byAuthor.data);
  const ofHot = useListedDrops(hot.data);
  // Shown together: drops that come later would move those that are about to be pressed.
  const isRead = !byAuthor.isLoading && !hot.isLoading;
  return useMemo(() => {
    if (!isRead) return [];
    const listed = player.getState().playlist.tracks.map((track) => track.id);
    const left = new Set([id, ...listed, ...readFinishedDrops(userId)]);
    const isOffered = (drop: Drop) => drop.author.userId !== userId && !left.has(drop.id);
    const first = ofAuthor.filter(isOffered).slice(0, OF_THE_AUTHOR);
    return [...new Set([...first, ...ofHot.filter(isOffered)])].slice(0, count);
  }, [isRead, id, userId, count, ofAuthor, ofHot, player]);
}
