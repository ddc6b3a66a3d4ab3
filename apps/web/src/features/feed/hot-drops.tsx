import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import AllHeard from '#features/drops/heard/all-heard.tsx';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { ShortDropList } from '#features/drops/list/short-drop-list.tsx';
import { RankedListContext } from '#features/drops/ranking/ranked-list.ts';
import { useRankedDrops } from '#features/drops/ranking/use-ranked-drops.ts';
import { useListedDrops } from '#features/drops/use-drops.ts';
import { buttonClass } from '#ui/button-class.ts';
import { QueryList } from '#ui/query-list.tsx';

/** How many drops are shown before the link to all of them. */
const SHOWN = 5;

/** The first drops of Hot, and a link to the others. @param label id of the list's heading */
export function HotDrops({ label, empty }: { label: string; empty: ReactNode }) {
  const list = useRankedDrops('hot');
  const listed = useListedDrops(list.data);
  const drops = useMemo(() => listed.slice(0, SHOWN), [listed]);
  return (
    <RankedListContext value="hot">
      <QueryList
        compact
        query={list}
        of="voice drops"
        failure="Failed to load voice drops"
        loading={<DropSkeletons count={SHOWN} />}
        isEmpty={drops.length === 0}
        empty={list.data?.pages.some(({ hasHeard }) => hasHeard) ? <AllHeard /> : empty}
      >
        <ShortDropList drops={drops} source="hot right now" label={label} />
        <p className="mt-5 text-center">
          <Link to="/app" search={{ tab: 'hot' }} className={buttonClass({ variant: 'secondary' })}>
            All hot drops
          </Link>
        </p>
      </QueryList>
    </RankedListContext>
  );
}
