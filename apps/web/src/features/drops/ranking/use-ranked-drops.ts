import { useInfiniteQuery } from '@tanstack/react-query';
import { useLeavesOutHeard } from '#features/drops/heard/leave-out-heard.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { rankedDropsOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';

/** A ranked list: all drops, or without those that the person has heard. */
export function useRankedDrops(list: RankedList) {
  const client = useClient();
  const { user } = useSession();
  const leavesOutHeard = useLeavesOutHeard();
  return useInfiniteQuery(rankedDropsOptions(client, list, leavesOutHeard ? user?.id : undefined));
}
