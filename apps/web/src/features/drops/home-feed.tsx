import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Tabs, type Tab } from '#ui/tabs.tsx';
import { DropList } from './drop-list.tsx';
import { DropSkeletons } from './drop-skeleton.tsx';
import { dropKeys, recentDropsOptions } from './queries.ts';

/** Cards that stand in for the first page. */
const SKELETONS = 6;

type FeedTab = 'recent' | 'trending' | 'hot';

const tabs: readonly Tab<FeedTab>[] = [
  {
    value: 'recent',
    label: (
      <>
        <span className="sm:hidden">New</span>
        <span className="max-sm:hidden">Recent</span>
      </>
    ),
  },
  { value: 'trending', label: 'Trending' },
  { value: 'hot', label: 'Hot' },
];

/** The drops of everyone, in three orders of which one has a source so far. */
export function HomeFeed() {
  const [tab, setTab] = useState<FeedTab>('recent');
  return (
    <Tabs label="Feed" tabs={tabs} value={tab} onChange={setTab}>
      <div className="pt-6">
        {tab === 'recent' && <RecentDrops />}
        {tab === 'trending' && (
          <EmptyState title="No trending voice drops yet. Be the first to create viral content!" />
        )}
        {tab === 'hot' && <EmptyState title="No hot voice drops yet. Share something amazing!" />}
      </div>
    </Tabs>
  );
}

function RecentDrops() {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(recentDropsOptions());
  return (
    <DropList
      list={list}
      source="recent"
      isLive
      onRestart={() => void queryClient.resetQueries({ queryKey: dropKeys.recent(), exact: true })}
      loading={<DropSkeletons count={SKELETONS} />}
      empty={<EmptyState title="No voice drops yet. Be the first to share!" />}
    />
  );
}
