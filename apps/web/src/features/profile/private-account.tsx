import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '#features/session/session-context.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown instead of the drops of a private account that the viewer does not follow. */
export function PrivateAccount({ name }: { name: string }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  if (user) {
    return (
      <EmptyState
        title="This account is private"
        description={`Follow ${name} to hear their voice drops.`}
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
