import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { PersonLink } from '#features/people/person-link.tsx';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { toast } from '#ui/toast.ts';
import { useWithdrawInvitation } from './registration-mutations.ts';
import { invitationsOptions, type Invitation } from './registration-queries.ts';
import { InvitationDialog } from './invitation-dialog.tsx';

/** Invitations, and who has used them; for admins. */
export default function InvitationsScreen() {
  const list = useQuery(invitationsOptions(useClient()));
  const [isInviting, setInviting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const withdraw = useWithdrawInvitation();

  const confirm = async ({ id }: Invitation) => {
    try {
      await withdraw.mutateAsync(id);
    } catch (error) {
      toast.error('The invitation was not withdrawn', {
        description: backendMessage(error) ?? 'Please try again.',
      });
    }
    setWithdrawn(undefined);
  };

  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-2xl">Invitations</h2>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">
            With a code people sign up while registration is by invitation.
          </p>
        </div>
        <Button onClick={() => setInviting(true)}>
          <MailPlus aria-hidden="true" />
          Make an invitation
        </Button>
      </div>
      <QueryList
        query={list}
        of="invitations"
        failure="The invitations could not be loaded"
        reason={backendMessage(list.error)}
        loading={<Loading />}
        isEmpty={list.data?.length === 0}
        empty={<EmptyState title="No invitations yet" />}
      >
        <ul
          aria-label="Invitations"
          className="divide-y divide-line rounded-lg border border-line bg-paper-raised px-4 sm:px-6"
        >
          {list.data?.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onWithdraw={() => setWithdrawn(invitation)}
            />
          ))}
        </ul>
      </QueryList>
      {isInviting && <InvitationDialog onClose={() => setInviting(false)} />}
      {withdrawn && (
        <ConfirmDialog
          open
          onClose={() => setWithdrawn(undefined)}
          title="Withdraw this invitation?"
          description={`Nobody can sign up with “${withdrawn.label}” any more. Accounts that have used it stay.`}
          confirmLabel="Withdraw"
          pending={withdraw.isPending}
          onConfirm={() => void confirm(withdrawn)}
        />
      )}
    </>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onWithdraw: () => void;
}

function InvitationRow({ invitation, onWithdraw }: InvitationRowProps) {
  const { label, uses, usesLeft, endsAt, isOver, madeAt, madeBy, usedBy } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-3 py-4">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium wrap-anywhere">{label}</p>
        <p className="mt-0.5 text-sm text-ink-faint">
          {uses - usesLeft} of {uses} used
          {isOver ? ', over' : endsAt !== null && `, until ${dayOf(endsAt)}`} · made{' '}
          <RelativeTime moment={madeAt} ago /> by {madeBy ?? 'somebody'}
        </p>
        {usedBy.length > 0 && (
          <ul aria-label="Used by" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {usedBy.map((use) => (
              <li key={use.usedAt} className="flex min-w-0 gap-1.5">
                {use.username === null ? (
                  'An account without a name'
                ) : (
                  <PersonLink username={use.username} />
                )}
                <span className="text-ink-faint">{dayOf(use.usedAt)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isOver && usesLeft > 0 && (
        <Button variant="secondary" size="sm" onClick={onWithdraw}>
          Withdraw<span className="sr-only"> {label}</span>
        </Button>
      )}
    </li>
  );
}

const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
