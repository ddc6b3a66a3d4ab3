import { useState } from 'react';
import { Tabs, type Tab } from '#ui/tabs.tsx';
import { EmptyFeed } from './empty-feed.tsx';
import { RecentDrops } from './recent-drops.tsx';

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

/** The tabs of the feed. Only Recent has data so far. */
export function HomeFeed() {
  const [tab, setTab] = useState<FeedTab>('recent');
  return (
    <Tabs label="Feed" tabs={tabs} value={tab} onChange={setTab}>
      <div className="pt-6">
        {tab === 'recent' ? <RecentDrops /> : <EmptyFeed tab={tab} />}
      </div>
    </Tabs>
  );
}
