import { Link } from '@tanstack/react-router';
import { ANONYMOUS } from '@undertone/domain/display-name';
import type { Account } from './case.ts';

/** A person's name, which leads to their history. */
export function AccountName({ account }: { account: Account | null }) {
  if (account === null) return <span className="font-medium">{ANONYMOUS}</span>;
  const { userId, username } = account;
  return (
    <Link
      to="/desk/$"
      params={{ _splat: `people/${userId}` }}
      className="min-w-0 rounded-sm font-medium wrap-anywhere decoration-1 underline-offset-3 hover:underline"
    >
      {username ?? 'Deleted account'}
    </Link>
  );
}
