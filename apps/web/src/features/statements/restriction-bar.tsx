import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { lastDayInWords } from '@undertone/domain/day';
import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { refusal, RESTRICTION_BAR } from '#features/session/refusal.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { restrictionOptions, statementsOptions } from './queries.ts';
import './restriction.css';

/**
 * Says above the page that the account is suspended, with a link to the statement. A banned account has only the page
 * of its statements.
 */
export default function RestrictionBar({ userId }: { userId: string }) {
  const client = useClient();
  const { data: restriction } = useQuery(restrictionOptions(client, userId));
  const { data: statements } = useQuery({
    ...statementsOptions(client, userId),
    enabled: Boolean(restriction),
  });
  useRefusal(Boolean(restriction));
  const isBanned = restriction?.kind === 'banned';
  useOnlyStatements(isBanned);
  if (!restriction) return null;
  const measure = isBanned ? 'ban' : 'suspend';
  const id = statements?.find((each) => each.measure === measure && each.endedOn === null)?.id;
  const until = restriction.until && ` until the end of ${lastDayInWords(restriction.until)}`;
  return (
    <span className="flex items-center justify-center gap-2.5 border-b border-danger bg-danger-wash px-4 py-2.5 text-center text-sm text-ink">
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span id={RESTRICTION_BAR}>
        {isBanned
          ? 'Your account is banned.'
          : `Your account is suspended${until ?? ''}: you can read, listen, block and report, but not post.`}{' '}
        <Link
          to="/statements/{-$id}"
          params={{ id }}
          className="font-medium underline underline-offset-4"
        >
          Read why, and appeal
        </Link>
      </span>
    </span>
  );
}

/** Disables what writes, wherever it is shown. */
function useRefusal(isRestricted: boolean): void {
  const { setRefusal } = useSession();
  useEffect(() => {
    setRefusal(isRestricted ? refusal : undefined);
    return () => setRefusal(undefined);
  }, [isRestricted, setRefusal]);
}

/** Leads from every page to the statements, and hides what leads elsewhere. */
function useOnlyStatements(isBanned: boolean): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-banned', isBanned);
    return () => document.documentElement.removeAttribute('data-banned');
  }, [isBanned]);
  useEffect(() => {
    if (isBanned && !/^\/statements(\/|$)/.test(pathname)) {
      void navigate({ to: '/statements/{-$id}', params: { id: undefined }, replace: true });
    }
  }, [isBanned, navigate, pathname]);
}
