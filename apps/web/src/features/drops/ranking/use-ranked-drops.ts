import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readFinishedDrops } from '#features/player/finished-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { isHeardHidden, storeHeardHidden } from './hide-heard-setting.ts';
import { rankedDropsOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';

/** A ranked list with the setting of this device: all drops, or without those that the person has played. */
export function useRankedDrops(list: RankedList) {
  const client = useClient();
  const { user } = useSession();
  const [isWithoutHeard, setIsWithoutHeard] = useState(isHeardHidden);
  const drops = useInfiniteQuery(
    rankedDropsOptions(client, list, isWithoutHeard ? 'unheard' : 'all', () =>
      isWithoutHeard && user ? readFinishedDrops(user.id) : new Set(),
    ),
  );
  return {
    drops,
    /** Whether a played drop is hidden. */
    hasLeftOut: drops.data?.pages.some((page) => page.hasLeftOut) ?? false,
    /** The state of the switch; undefined for visitors, whose plays are not stored. */
    withoutHeard: user && {
      isOn: isWithoutHeard,
      change: (isOn: boolean) => {
        storeHeardHidden(isOn);
        setIsWithoutHeard(isOn);
      },
    },
  };
}
