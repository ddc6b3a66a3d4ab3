import { deviceName, isHandheld } from '@undertone/domain/device-name';
import { relativeTimeAgo } from '@undertone/domain/relative-time';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useEndSessions } from './security-mutations.ts';
import { sessionsOptions, type DeviceSession } from './security-queries.ts';
import { SecurityRow } from './security-row.tsx';

/** Lists the account's sessions, and signs out others. */
export function SessionsRow() {
  const client = useClient();
  const list = useQuery(sessionsOptions(client));
  const [ending, setEnding] = useState<DeviceSession | 'others'>();
  const hasOthers = list.data?.some(({ isCurrent }) => !isCurrent) ?? false;

  return (
    <SecurityRow
      title="Where you are signed in"
      action={
        hasOthers && (
          <Button variant="secondary" size="sm" onClick={() => setEnding('others')}>
            Sign out all others
          </Button>
        )
      }
      details={
        <QueryList
          query={list}
          of="sessions"
          failure={list.error ? errorMessage(list.error) : ''}
          loading={<Skeletons />}
          compact
          isEmpty={false}
          empty={null}
        >
          <ul aria-label="Sessions" className="mt-4 grid gap-2">
            {list.data?.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                asOf={new Date(list.dataUpdatedAt)}
                onEnd={() => setEnding(session)}
              />
            ))}
          </ul>
        </QueryList>
      }
    >
      {list.data && !hasOthers && 'Only here.'}
      {ending && <EndSession target={ending} onClose={() => setEnding(undefined)} />}
    </SecurityRow>
  );
}

function Skeletons() {
  return (
    <div className="mt-4 grid gap-2">
      <span data-announced className="sr-only">
        Loading your sessions...
      </span>
      <Skeleton className="h-16 rounded-md" />
      <Skeleton className="h-16 rounded-md" />
    </div>
  );
}

interface SessionItemProps {
  session: DeviceSession;
  /** When the session was read, as the reference for 'last active'. */
  asOf: Date;
  onEnd: () => void;
}

function SessionItem({ session, asOf, onEnd }: SessionItemProps) {
  const { userAgent, ip, lastActiveAt, isCurrent } = session;
  const name = deviceName(userAgent);
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md bg-paper-sunken py-2.5 pr-2 pl-4 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-faint">
      {isHandheld(userAgent) ? <Smartphone /> : <Laptop />}
      <div className="min-w-0 grow basis-32">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {name}
          {isCurrent && <Badge>This device</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-faint">
          <span>
            {isCurrent ? (
              'Active now'
            ) : (
              <>
                Last active{' '}
                <time dateTime={lastActiveAt}>{relativeTimeAgo(new Date(lastActiveAt), asOf)}</time>
              </>
            )}
          </span>
          {ip && <span>{ip}</span>}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="quiet" size="sm" aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

interface EndSessionProps {
  target: DeviceSession | 'others';
  onClose: () => void;
}

function EndSession({ target, onClose }: EndSessionProps) {
  const { mutateAsync: end, isPending } = useEndSessions();
  const name = target === 'others' ? 'all other devices' : deviceName(target.userAgent);

  const confirm = async () => {
    try {
      await end(target === 'others' ? target : target.id);
      toast.success(`Signed out ${name}`);
    } catch (error) {
      toast.error('That could not be signed out', { description: errorMessage(error) });
    } finally {
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Sign out ${name}?`}
      description="The person there has to sign in again. This takes effect at once."
      confirmLabel="Sign out"
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
