import { useInfiniteQuery } from '@tanstack/react-query';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { likedDropsOptions } from '#features/drops/person-queries.ts';
import { authorDropsOptions } from '#features/drops/queries.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { ProfileTabProps } from './profile-tab.ts';
import { ReplyList } from './reply-list.tsx';
import { useClient } from '#lib/app.ts';

const FirstDrop = lazyPart(() => import('#features/drops/prompt/first-drop.tsx'));

const tabs = [
  { value: 'drops', label: 'My Drops' },
  { value: 'liked', label: 'Liked' },
  { value: 'replies', label: 'Replies' },
] as const;

/** The tabs of the user's own profile: posted drops, liked drops and replies. */
export function OwnProfileTabs({ userId, tab, onTab }: ProfileTabProps & { userId: string }) {
  return (
    <Tabs label="Profile" tabs={tabs} value={tab} onChange={onTab} fill>
      <div className="pt-4 sm:pt-6">
        {tab === 'drops' && <OwnDrops userId={userId} />}
        {tab === 'liked' && <LikedDrops userId={userId} />}
        {tab === 'replies' && (
          <ReplyList
            userId={userId}
            emptyTitle="No replies yet"
            loadingLabel="Loading your replies..."
          />
        )}
      </div>
    </Tabs>
  );
}

function OwnDrops({ userId }: { userId: string }) {
  const list = useInfiniteQuery(authorDropsOptions(useClient(), userId));
  return (
    <DropList
      list={list}
      source={`author ${userId}`}
      isLive
      loading={<Loading label="Loading your drops..." />}
      empty={<FirstDrop title="No drops yet" recordLabel="Record Your First Drop" />}
    />
  );
}

function LikedDrops({ userId }: { userId: string }) {
  const list = useInfiniteQuery(likedDropsOptions(useClient(), userId));
  return (
    <DropList
      list={list}
      source={`liked ${userId}`}
      loading={<Loading label="Loading liked drops..." />}
      empty={<EmptyState title="No liked drops" />}
    />
  );
}
