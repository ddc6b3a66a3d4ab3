import type { ReactNode } from 'react';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { Switch } from '#ui/switch.tsx';
import { RankedListContext, type RankedList } from './ranked-list.ts';
import { useRankedDrops } from './use-ranked-drops.ts';

/** How many skeleton cards are shown while the first page loads. */
const SKELETONS = 6;

interface RankedDropListProps {
  list: RankedList;
  /** Names the list for the player. */
  source: string;
  /** Shown when the list has no drop. */
  empty: ReactNode;
  /** Shown when all of its drops are hidden because the person has played them. */
  emptyWhenPlayed: ReactNode;
}

/** The drops of a ranked list, and the switch that hides played drops. */
export default function RankedDropList({
  list,
  source,
  empty,
  emptyWhenPlayed,
}: RankedDropListProps) {
  const { drops, hasHidden, hidePlayed } = useRankedDrops(list);
  return (
    <RankedListContext value={list}>
      {hidePlayed && (
        <div className="mb-3 border-b border-line pb-2 text-[0.9375rem]">
          <Switch
            label="Leave out what I have heard"
            hint="Known to this device alone."
            checked={hidePlayed.isOn}
            onChange={hidePlayed.change}
          />
        </div>
      )}
      <DropList
        list={drops}
        source={source}
        loading={<DropSkeletons count={SKELETONS} />}
        empty={hasHidden ? emptyWhenPlayed : empty}
      />
    </RankedListContext>
  );
}
