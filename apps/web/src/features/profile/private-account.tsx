import { Link, useLocation } from '@tanstack/react-router';
import type { Following } from '#features/people/following.ts';
import { useSession } from '#features/session/session-context.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';

interface PrivateAccountProps {
  name: string;
  /** Whether the viewer has asked already. */
  following: Following;
}

/** Shown instead of the drops of a private account that the viewer does not follow. */
export function PrivateAccount({ name, following }: PrivateAccountProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  if (user) {
    return (
      <EmptyState
        title="This account is private"
        description={
          following === 'requested'
            ? `You have asked to follow ${name}. Their voice drops are here once they approve.`
            : `Ask to follow ${name}. Their voice drops are here once they approve.`
        }
      />
    );
  }
  return (
    <EmptyState
      title="This account is private"
      description={`Only followers hear the voice drops of ${name}.`}
      action={
        <Link
          to="/auth"
          search={{ next: pathname }}
          className={buttonClass({ variant: 'secondary' })}
        >
          Sign In
        </Link>
      }
    />
  );
}
