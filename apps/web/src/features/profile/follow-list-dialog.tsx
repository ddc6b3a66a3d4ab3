import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { invalidateDropsBy } from '#features/drops/invalidate-drops-by.ts';
import type { FollowSide } from '#features/people/queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { followListOptions } from './follow-list-queries.ts';
import { ListedPersonRow } from './listed-person-row.tsx';

interface FollowListDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  side: FollowSide;
}

/** The dialog that lists a person's followers or follows. */
export default function FollowListDialog(props: FollowListDialogProps) {
  const { open, onOpenChange, userId, side } = props;
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={side === 'followers' ? 'Followers' : 'Following'}
      shape="sheet"
      className="h-[75vh] md:h-150 md:max-h-[calc(100dvh-2rem)]"
    >
      <FollowList userId={userId} side={side} onLeave={() => onOpenChange(false)} />
    </DialogPopup>
  );
}

interface FollowListProps extends Pick<FollowListDialogProps, 'userId' | 'side'> {
  /** Called when the viewer opens one of the profiles. */
  onLeave: () => void;
}

function FollowList({ userId, side, onLeave }: FollowListProps) {
  const { client, queryClient } = useApp();
  const { user } = useSession();
  const list = useInfiniteQuery(followListOptions(client, userId, side, user?.id));
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const frame = useRef<HTMLDivElement>(null);

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <QueryList
        query={list}
        of={side}
        failure={`Failed to load ${side}`}
        loading={<Loading label={`Loading ${side}...`} />}
        isEmpty={people.length === 0}
        empty={
          <EmptyState
            title={side === 'followers' ? 'No followers yet' : 'Not following anyone yet'}
          />
        }
      >
        <ul>
          {people.map((person) => (
            <ListedPersonRow
              key={person.userId}
              person={person}
              canRemove={side === 'followers' && userId === user?.id}
              onLeave={onLeave}
              onFollowChanged={() => invalidateDropsBy(queryClient, person.userId)}
              // The pressed button was removed together with its row.
              onRemoved={() => frame.current?.focus()}
            />
          ))}
        </ul>
      </QueryList>
    </div>
  );
}
