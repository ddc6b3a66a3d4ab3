import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ANONYMOUS } from '#features/drops/drop.ts';
import { blockedPeopleOptions, type BlockedPerson } from '#features/people/block-mutations.ts';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useUnblock } from './settings-mutations.ts';

/** Whom one has blocked, and the way to take it back. */
export function BlockedList({ userId }: { userId: string }) {
  const client = useClient();
  const frame = useRef<HTMLDivElement>(null);
  const list = useQuery({
    ...blockedPeopleOptions(client, userId),
    staleTime: 0,
  });
  return (
    <div ref={frame} tabIndex={-1} className="max-h-60 overflow-y-auto outline-none">
      <QueryList
        query={list}
        of="blocked users"
        reason="Please try again."
        loading={<Skeletons />}
        compact
        isEmpty={list.data?.length === 0}
        empty={<EmptyState title="No blocked users" />}
      >
        <ul aria-label="Blocked Users" className="divide-y divide-line">
          {list.data?.map((person) => (
            <BlockedRow
              key={person.userId}
              person={person}
              userId={userId}
              // The button that was pressed goes with its row.
              onUnblocked={() => frame.current?.focus()}
            />
          ))}
        </ul>
      </QueryList>
    </div>
  );
}

interface BlockedRowProps {
  person: BlockedPerson;
  userId: string;
  onUnblocked: () => void;
}

function BlockedRow({ person, userId, onUnblocked }: BlockedRowProps) {
  const { mutateAsync: unblock, isPending } = useUnblock(userId);
  const name = person.username ?? ANONYMOUS;

  const takeBack = async () => {
    try {
      await unblock(person.userId);
      onUnblocked();
      toast.success('User unblocked successfully');
    } catch (cause) {
      logFailure('Someone could not be unblocked.', cause);
      toast.error('Failed to unblock user. Please try again.');
    }
  };

  return (
    <li className="flex items-center gap-3 py-2.5 pr-1">
      <PersonAvatar name={person.username} avatarUrl={person.avatarUrl} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-ink-faint">Blocked</p>
      </div>
      <Button variant="secondary" pending={isPending} onClick={() => void takeBack()}>
        {isPending ? 'Unblocking...' : 'Unblock'} <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}

function Skeletons() {
  return (
    <output className="block">
      <span className="sr-only">Loading blocked users...</span>
      {[0, 1, 2].map((row) => (
        <span key={row} className="flex items-center gap-3 py-2.5">
          <Skeleton className="size-10 rounded-full" />
          <span className="grid grow gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-16" />
          </span>
          <Skeleton className="h-11 w-24 rounded-full" />
        </span>
      ))}
    </output>
  );
}
