import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';

/** Invites a visitor to sign in or up, and then to return to this page. */
export function JoinConversation() {
  const { pathname: next } = useLocation();
  const id = useId();
  return (
    <Card className="rounded-xl! sm:px-7">
      <section
        aria-labelledby={id}
        className="flex flex-col items-start gap-5 sm:flex-row sm:items-center sm:justify-between"
      >
        <div>
          <h2 id={id} className="text-xl">
            Join the conversation
          </h2>
          <p className="mt-1.5 text-ink-soft">Like, reply, and say something of your own.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/auth" search={{ next }} className={buttonClass({ variant: 'secondary' })}>
            Sign In
          </Link>
          <Link to="/auth" search={{ next, tab: 'sign-up' }} className={buttonClass()}>
            Sign Up
          </Link>
        </div>
      </section>
    </Card>
  );
}
