import { Tabs, type Tab } from '#ui/tabs.tsx';
import { EmptyFeed } from './empty-feed.tsx';
import type { FeedTab } from './feed-tab.ts';
import { RecentDrops } from './recent-drops.tsx';

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

interface HomeFeedProps {
  tab: FeedTab;
  onTab: (tab: FeedTab) => void;
}

/** The tabs of the feed. Only Recent has data so far. */
export function HomeFeed({ tab, onTab }: HomeFeedProps) {
  return (
    <Tabs label="Feed" tabs={tabs} value={tab} onChange={onTab}>
      <div className="pt-6">{tab === 'recent' ? <RecentDrops /> : <EmptyFeed tab={tab} />}</div>
    </Tabs>
  );
}
