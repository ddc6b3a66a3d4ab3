import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Tabs, type Tab } from '#ui/tabs.tsx';
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
  { value: 'following', label: 'Following' },
  { value: 'trending', label: 'Trending' },
  { value: 'hot', label: 'Hot' },
];

const EmptyFeed = lazyPart(() => import('./empty-feed.tsx'));
const FollowingDrops = lazyPart(() => import('./following-drops.tsx'), {
  fallback: <DropSkeletons count={3} />,
});
const RankedDropList = lazyPart(() => import('#features/drops/ranking/ranked-drop-list.tsx'), {
  fallback: <DropSkeletons count={3} />,
});

interface HomeFeedProps {
  tab: FeedTab;
  onTab: (tab: FeedTab) => void;
}

/** The tabs of the feed: the newest drops, those that the viewer follows, Trending and Hot. */
export function HomeFeed({ tab, onTab }: HomeFeedProps) {
  return (
    <Tabs label="Feed" tabs={tabs} value={tab} onChange={onTab}>
      <div className="pt-6">
        {tab === 'recent' ? (
          <RecentDrops />
        ) : tab === 'following' ? (
          <FollowingDrops />
        ) : (
          <RankedDropList key={tab} list={tab} source={tab} empty={<EmptyFeed tab={tab} />} />
        )}
      </div>
    </Tabs>
  );
}
