import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readFinishedDrops } from '#features/player/finished-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { leavesOutHeard, storeLeavesOutHeard } from './leave-out-heard.ts';
import { rankedDropsOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';

/** A ranked list as the person wants it on this device: all of it, or without what they have heard. */
export function useRankedDrops(list: RankedList) {
  const client = useClient();
  const { user } = useSession();
  const [isWithoutHeard, setIsWithoutHeard] = useState(leavesOutHeard);
  const drops = useInfiniteQuery(
    rankedDropsOptions(client, list, isWithoutHeard ? 'unheard' : 'all', () =>
      isWithoutHeard && user ? readFinishedDrops(user.id) : new Set(),
    ),
  );
  return {
    drops,
    /** Whether a drop is missing that was heard. */
    hasLeftOut: drops.data?.pages.some((page) => page.hasLeftOut) ?? false,
    /** For the switch; undefined for visitors, of whom nothing is known. */
    withoutHeard: user && {
      isOn: isWithoutHeard,
      change: (isOn: boolean) => {
        storeLeavesOutHeard(isOn);
        setIsWithoutHeard(isOn);
      },
    },
  };
}
