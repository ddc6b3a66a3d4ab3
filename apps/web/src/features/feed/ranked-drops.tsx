import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { rankedDropsOptions } from '#features/drops/ranking/queries.ts';
import { RankedListContext, type RankedList } from '#features/drops/ranking/ranked-list.ts';
import { readHeardDrops } from '#features/player/heard-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { Switch } from '#ui/switch.tsx';
import EmptyFeedContent from './empty-feed-content.tsx';
import { leavesOutHeard, storeLeavesOutHeard } from './leave-out-heard.ts';

/** How many skeleton cards are shown while the first page loads. */
const SKELETONS = 6;

/** A tab of the feed whose drops are ordered by what people did. */
export default function RankedDrops({ list }: { list: RankedList }) {
  const client = useClient();
  const { user } = useSession();
  const [isWithoutHeard, setIsWithoutHeard] = useState(leavesOutHeard);
  const drops = useInfiniteQuery(
    rankedDropsOptions(client, list, isWithoutHeard ? 'unheard' : 'all', () =>
      isWithoutHeard && user ? readHeardDrops(user.id) : new Set(),
    ),
  );
  return (
    <RankedListContext value={list}>
      {user && (
        <div className="mb-3 border-b border-line pb-2 text-[0.9375rem]">
          <Switch
            label="Leave out what I have heard"
            hint="Known to this device alone."
            checked={isWithoutHeard}
            onChange={(isOn) => {
              storeLeavesOutHeard(isOn);
              setIsWithoutHeard(isOn);
            }}
          />
        </div>
      )}
      <DropList
        list={drops}
        source={list}
        loading={<DropSkeletons count={SKELETONS} />}
        empty={<EmptyFeedContent tab={isWithoutHeard ? 'unheard' : list} />}
      />
    </RankedListContext>
  );
}
