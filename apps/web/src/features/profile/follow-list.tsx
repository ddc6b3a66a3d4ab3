import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ListEnd } from '#features/drops/list/list-end.tsx';
import { invalidateDropsBy } from '#features/drops/invalidate-drops.ts';
import type { FollowSide } from '#features/people/queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { followListOptions } from './follow-list-queries.ts';
import { ListedPersonRow } from './listed-person-row.tsx';

interface FollowListProps {
  userId: string;
  side: FollowSide;
  /** The viewer goes to one of the profiles. */
  onLeave: () => void;
}

/** Followers or followed people, the latest follow first. */
export function FollowList({ userId, side, onLeave }: FollowListProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(followListOptions(userId, side, user?.id));
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (list.error) logFailure('A list of people could not be read.', list.error);
  }, [list.error]);

  if (list.isPending) return <Loading label={`Loading ${side}...`} />;
  if (list.isLoadingError) {
    return (
      <EmptyState
        title={`Failed to load ${side}`}
        description="Please try again."
        action={
          <Button variant="secondary" pending={list.isFetching} onClick={() => void list.refetch()}>
            Try Again
          </Button>
        }
      />
    );
  }
  if (people.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState title={side === 'followers' ? 'No followers yet' : 'Not following anyone yet'} />
    );
  }

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ul>
        {people.map((person) => (
          <ListedPersonRow
            key={person.userId}
            person={person}
            canRemove={side === 'followers' && userId === user?.id}
            onLeave={onLeave}
            onFollowChanged={() => invalidateDropsBy(queryClient, person.userId)}
            // The row that was pressed is gone.
            onRemoved={() => frame.current?.focus()}
          />
        ))}
      </ul>
      <ListEnd
        of={side}
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  );
}
