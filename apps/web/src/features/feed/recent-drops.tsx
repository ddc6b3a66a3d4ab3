import { useInfiniteQuery } from '@tanstack/react-query';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { recentDropsOptions } from '#features/drops/queries.ts';
import { useApp } from '#lib/app.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const EmptyFeed = lazyPart(() => import('./empty-feed.tsx'));

/** How many skeleton cards are shown while the first page loads. */
const SKELETONS = 6;

/** The newest drops that the viewer may see, after those that are being posted from this tab. */
export function RecentDrops() {
  const { client, queryClient } = useApp();
  const list = useInfiniteQuery(recentDropsOptions(client));
  return (
    <DropList
      list={list}
      source="recent"
      isLive
      onRestart={() => void queryClient.resetQueries({ queryKey: dropKeys.recent(), exact: true })}
      loading={<DropSkeletons count={SKELETONS} />}
      empty={<EmptyFeed tab="recent" />}
    />
  );
}
