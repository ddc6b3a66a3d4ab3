import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { deskAccessOptions } from './desk-queries.ts';

interface DeskProps {
  /** The address below `/desk/`. */
  path: string;
  /** What everybody sees who is not staff, and at addresses without a screen. */
  notFound: ReactNode;
}

/** The desk for staff, once they have given the second factor. For everybody else there is no such page. */
export function Desk({ path, notFound }: DeskProps) {
  const { status, user } = useSession();
  if (status === 'loading') return <Loading />;
  if (status === 'signed-out') return notFound;
  return <DeskOfMember userId={user?.id} path={path} notFound={notFound} />;
}

/** @param userId undefined before the second step of signing in */
function DeskOfMember({ userId, path, notFound }: DeskProps & { userId: string | undefined }) {
  const access = useQuery(deskAccessOptions(useClient(), userId));
  if (access.isPending) return <Loading />;
  if (!access.data) {
    return (
      <ListProblem
        query={access}
        failure="This page could not be loaded"
        reason={backendMessage(access.error)}
      />
    );
  }
  const { role, isVerified } = access.data;
  if (role === null) return notFound;
  if (userId === undefined) return <SecondStep />;
  if (!isVerified) return <FactorNeeded />;
  return <DeskFrame userId={userId} role={role} path={path} notFound={notFound} />;
}

/** Leads to the second step of signing in, and from there back. */
function SecondStep() {
  const navigate = useNavigate();
  const { href } = useLocation();
  // The address changes while this is still shown.
  const [next] = useState(href);
  useEffect(() => {
    void navigate({ to: '/auth/second-step', search: { next }, replace: true });
  }, [navigate, next]);
  return <Loading />;
}

function FactorNeeded() {
  useDocumentTitle('Desk');
  return (
    <EmptyState
      heading
      title="The desk takes a second factor"
      description="Here people’s reports and messages are read, so a password is not enough. Add an authenticator app in your settings, then come back."
      action={
        <Link to="/settings" className={buttonClass()}>
          Open Settings
        </Link>
      }
    />
  );
}
