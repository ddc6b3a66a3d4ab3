import type { ReactNode } from 'react';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { DropList } from '#features/drops/list/drop-list.tsx';
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
}

/** The drops of a ranked list. */
export default function RankedDropList({ list, source, empty }: RankedDropListProps) {
  return (
    <RankedListContext value={list}>
      <DropList
        list={useRankedDrops(list)}
        source={source}
        loading={<DropSkeletons count={SKELETONS} />}
        empty={empty}
      />
    </RankedListContext>
  );
}
