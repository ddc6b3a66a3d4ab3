import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { MarkText } from '#ui/mark-text.ts';
import { ANONYMOUS } from '@undertone/domain/display-name';

/** A link to a person's profile. A long name is truncated in favour of its neighbours. */
export function PersonLink({ username }: { username: string | undefined }) {
  const mark = use(MarkText);
  if (username === undefined) return <span className="font-medium">{ANONYMOUS}</span>;
  return (
    <Link
      to="/$username"
      params={{ username }}
      className="min-w-0 truncate rounded-sm font-medium decoration-1 underline-offset-3 hover:underline"
    >
      {mark(username)}
    </Link>
  );
}
