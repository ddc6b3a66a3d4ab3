import { ANONYMOUS } from '@undertone/domain/display-name';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { PersonLink } from '#features/people/person-link.tsx';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { DeskScreenProps } from '#features/desk/desk-screens.ts';
import { roleNames } from '#features/desk/role-names.ts';
import { StaffDialog } from './staff-dialog.tsx';
import { staffOptions, type StaffMember } from './staff-queries.ts';

/** Who is staff; admins change it. */
export default function StaffScreen({ userId, role }: DeskScreenProps) {
  const list = useQuery(staffOptions(useClient()));
  const [edited, setEdited] = useState<StaffMember | 'new'>();
  const isAdmin = role === 'admin';
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-2xl">Staff</h2>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">
            Moderators decide about reports. Admins also change the staff and the settings.
          </p>
        </div>
        {isAdmin && (
          <Button onClick={() => setEdited('new')}>
            <UserPlus aria-hidden="true" />
            Add somebody
          </Button>
        )}
      </div>
      <QueryList
        query={list}
        of="staff"
        failure="The staff could not be loaded"
        reason={backendMessage(list.error)}
        loading={<Skeletons />}
        isEmpty={false}
        empty={null}
      >
        <ul
          aria-label="Staff"
          className="divide-y divide-line rounded-lg border border-line bg-paper-raised px-4 sm:px-6"
        >
          {list.data?.map((member) => (
            <StaffRow
              key={member.userId}
              member={member}
              isSelf={member.userId === userId}
              onEdit={isAdmin ? () => setEdited(member) : undefined}
            />
          ))}
        </ul>
      </QueryList>
      {edited && (
        <StaffDialog
          member={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface StaffRowProps {
  member: StaffMember;
  isSelf: boolean;
  /** Undefined for moderators, who change nobody's role. */
  onEdit: (() => void) | undefined;
}

function StaffRow({ member, isSelf, onEdit }: StaffRowProps) {
  const { userId, username, role, addedBy, addedAt, hasFactor } = member;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-3 py-4">
      <PersonAvatar person={member} />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <PersonLink username={username} />
          <Badge>{roleNames[role]}</Badge>
          {isSelf && <span className="text-sm text-ink-faint">You</span>}
        </p>
        <p className="mt-0.5 text-sm text-ink-faint">
          Added <RelativeTime moment={addedAt} ago /> by {addedBy ?? 'the operator'}
        </p>
        {!hasFactor && (
          <p className="mt-0.5 text-sm text-danger">
            Has no second factor, and cannot use the desk yet.
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Link
          to="/desk/$"
          params={{ _splat: 'log' }}
          search={{ staff: userId }}
          className="inline-flex min-h-9 items-center rounded-full px-3.5 text-sm font-medium text-ink-soft hover:bg-paper-hover hover:text-ink"
        >
          Acts <span className="sr-only">of {username ?? ANONYMOUS}</span>
        </Link>
        {onEdit && (
          <Button variant="secondary" size="sm" onClick={onEdit}>
            Change <span className="sr-only">{username ?? ANONYMOUS}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-2">
      <span data-announced className="sr-only">
        Loading the staff...
      </span>
      <Skeleton className="h-18 rounded-lg" />
      <Skeleton className="h-18 rounded-lg" />
    </div>
  );
}
