import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readFinishedDrops } from '#features/player/finished-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { rankedDropsOptions } from './queries.ts';
import type { RankedList } from './ranked-list.ts';

const HIDE_PLAYED_KEY = 'undertone:leave-out-heard';

/** Stores whether the ranked lists on this device hide drops that were played to the end; false by default. */
export const storePlayedHidden = (isOn: boolean): void =>
  writeLocalItem(HIDE_PLAYED_KEY, isOn ? 'yes' : null);

/** A ranked list with the setting of this device: all drops, or without those that the person has played. */
export function useRankedDrops(list: RankedList) {
  const client = useClient();
  const { user } = useSession();
  const [isHidingPlayed, setIsHidingPlayed] = useState(
    () => readLocalItem(HIDE_PLAYED_KEY) === 'yes',
  );
  const drops = useInfiniteQuery(
    rankedDropsOptions(client, list, isHidingPlayed ? 'unplayed' : 'all', () =>
      isHidingPlayed && user ? readFinishedDrops(user.id) : new Set(),
    ),
  );
  return {
    drops,
    /** Whether a played drop is hidden. */
    hasHidden: drops.data?.pages.some((page) => page.hasHidden) ?? false,
    /** The state of the switch; undefined for visitors, whose plays are not stored. */
    hidePlayed: user && {
      isOn: isHidingPlayed,
      change: (isOn: boolean) => {
        storePlayedHidden(isOn);
        setIsHidingPlayed(isOn);
      },
    },
  };
}
