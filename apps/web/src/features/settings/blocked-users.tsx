import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ANONYMOUS } from '#features/drops/drop.ts';
import { blockedPeopleOptions } from '#features/people/block-mutations.ts';
import type { Person } from '#features/people/person.ts';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { SettingsCard } from './settings-card.tsx';
import { useUnblock } from './settings-mutations.ts';

/** The card that opens the list of blocked users. */
export function BlockedUsers({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <SettingsCard title="Blocked Users">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="grow basis-56 text-[0.9375rem] text-ink-soft">
          Neither of you sees what the other posts.
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          View blocked users
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="Blocked Users">
        <BlockedList userId={userId} />
      </Dialog>
    </SettingsCard>
  );
}

function BlockedList({ userId }: { userId: string }) {
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
        failure="Failed to load blocked users"
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
              // The pressed button is removed together with its row.
              onUnblocked={() => frame.current?.focus()}
            />
          ))}
        </ul>
      </QueryList>
    </div>
  );
}

interface BlockedRowProps {
  person: Person;
  userId: string;
  onUnblocked: () => void;
}

function BlockedRow({ person, userId, onUnblocked }: BlockedRowProps) {
  const { mutateAsync: unblock, isPending } = useUnblock(userId);
  const name = person.username ?? ANONYMOUS;

  const unblockPerson = async () => {
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
    <li className="flex flex-wrap items-center gap-3 py-2.5 pr-1">
      <PersonAvatar person={person} />
      <div className="min-w-0 grow basis-[6rem]">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-ink-faint">Blocked</p>
      </div>
      <Button variant="secondary" pending={isPending} onClick={() => void unblockPerson()}>
        {isPending ? 'Unblocking...' : 'Unblock'} <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}

function Skeletons() {
  return (
    <div>
      <span data-announced className="sr-only">
        Loading blocked users...
      </span>
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
    </div>
  );
}
