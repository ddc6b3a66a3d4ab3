import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ANONYMOUS } from '@undertone/domain/display-name';
import { useRef } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useApp, useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { toast } from '#ui/toast.ts';
import { PersonAvatar } from './person-avatar.tsx';
import { PersonLink } from './person-link.tsx';
import type { Person } from './person.ts';
import { answerRequestOptions, takeBackDecline, type RequestAnswer } from './request-mutations.ts';
import { followRequestsOptions } from './request-queries.ts';

/** The requests to follow an account, which its owner approves or declines. */
export function FollowRequests({ userId }: { userId: string }) {
  const list = useInfiniteQuery(followRequestsOptions(useClient(), userId));
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <QueryList
        query={list}
        of="requests"
        failure="Failed to load requests"
        loading={<Loading label="Loading requests..." />}
        compact={people.length > 0 && !list.hasNextPage}
        isEmpty={people.length === 0}
        empty={<EmptyState title="No requests" />}
      >
        <ul aria-label="Follow requests" className="divide-y divide-line">
          {people.map((person) => (
            <RequestRow
              key={person.userId}
              person={person}
              userId={userId}
              // The pressed button is removed together with its row.
              onAnswered={() => frame.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      </QueryList>
    </div>
  );
}

interface RequestRowProps {
  person: Person;
  /** The account that is asked. */
  userId: string;
  onAnswered: () => void;
}

function RequestRow({ person, userId, onAnswered }: RequestRowProps) {
  const app = useApp();
  const { mutateAsync, isPending, variables } = useMutation(
    answerRequestOptions(app, userId, person.userId),
  );
  const { refusal } = useSession();
  const name = person.username ?? ANONYMOUS;

  const undo = () =>
    takeBackDecline(app, userId, person.userId).catch((cause: unknown) => {
      logFailure('A decline could not be taken back.', cause);
      toast.error('Failed to undo');
    });

  const answer = async (given: RequestAnswer) => {
    if (isPending) return;
    try {
      const found = await mutateAsync(given);
      onAnswered();
      if (given === 'decline') {
        toast.success('Request declined', {
          description: `${name} is not notified.`,
          action: { label: 'Undo', onPress: () => void undo() },
        });
      } else if (found) {
        toast.success('Request approved');
      } else {
        toast.info('This request was withdrawn');
      }
    } catch (cause) {
      logFailure('A request could not be answered.', cause);
      toast.error(given === 'approve' ? 'Failed to approve' : 'Failed to decline');
    }
  };

  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      <span className="flex min-w-0 grow basis-[6rem] items-center gap-3">
        <PersonAvatar person={person} />
        <PersonLink username={person.username} />
      </span>
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        <Button
          size="sm"
          className="min-h-10"
          pending={isPending && variables === 'approve'}
          onClick={() => void answer('approve')}
          {...refusal?.props}
        >
          Approve <span className="sr-only">{name}</span>
        </Button>
        <Button
          size="sm"
          variant="secondary"
          className="min-h-10"
          pending={isPending && variables === 'decline'}
          onClick={() => void answer('decline')}
        >
          Decline <span className="sr-only">{name}</span>
        </Button>
      </span>
    </li>
  );
}
