import { useInfiniteQuery } from '@tanstack/react-query';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { shownLikesOptions } from '#features/drops/person-queries.ts';
import { authorDropsOptions } from '#features/drops/queries.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useClient } from '#lib/app.ts';
import { ReplyList } from './reply-list.tsx';
import type { ProfileTabProps } from './profile-tab.ts';

const FirstDrop = lazyPart(() => import('#features/drops/prompt/first-drop.tsx'));

/** How many skeleton cards are shown while the drops load. */
const SKELETONS = 2;

interface DropsProps {
  userId: string;
  name: string;
  /** Whether the profile is the viewer's own. */
  isOwn: boolean;
}

/** The tabs of a public profile. Liked is empty unless its owner shows what they liked. */
export function PublicProfileTabs(props: DropsProps & ProfileTabProps) {
  const { userId, name, isOwn, tab, onTab } = props;
  return (
    <Tabs
      label="Profile"
      tabs={[
        { value: 'drops', label: isOwn ? 'My Drops' : 'Drops' },
        { value: 'liked', label: 'Liked' },
        { value: 'replies', label: 'Replies' },
      ]}
      value={tab}
      onChange={onTab}
      fill
    >
      <div className="pt-4 sm:pt-6">
        {tab === 'drops' && <Drops userId={userId} name={name} isOwn={isOwn} />}
        {tab === 'liked' && <ShownLikes userId={userId} isOwn={isOwn} />}
        {tab === 'replies' && (
          <ReplyList
            userId={userId}
            emptyTitle={
              isOwn
                ? 'Your replies to other drops will appear here'
                : 'Their replies to other drops will appear here'
            }
            loadingLabel={isOwn ? 'Loading your replies...' : 'Loading replies...'}
          />
        )}
      </div>
    </Tabs>
  );
}

function Drops({ userId, name, isOwn }: DropsProps) {
  const list = useInfiniteQuery(authorDropsOptions(useClient(), userId));
  return (
    <DropList
      list={list}
      source={`author ${userId}`}
      loading={<DropSkeletons count={SKELETONS} />}
      empty={
        isOwn ? (
          <FirstDrop title="Share your first voice drop to get started" recordLabel="Record" />
        ) : (
          <EmptyState title={`${name} hasn't shared any voice drops.`} />
        )
      }
    />
  );
}

function ShownLikes({ userId, isOwn }: Omit<DropsProps, 'name'>) {
  const list = useInfiniteQuery(shownLikesOptions(useClient(), userId));
  return (
    <DropList
      list={list}
      source={`shown likes ${userId}`}
      loading={<Loading label="Loading liked drops..." />}
      empty={
        isOwn ? (
          <EmptyState
            title="Drops you like will appear here"
            description="Only while you show what you liked: a switch in Settings."
          />
        ) : (
          <EmptyState title="Drops they like will appear here" />
        )
      }
    />
  );
}
