import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { callbackMessage } from './callback-messages.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { NextSearch } from '#features/session/next-search.ts';
import type { CallbackNotice } from '#features/session/auth-callback.ts';

interface CallbackPageProps {
  notice: CallbackNotice;
  /** Leaves the page; undefined when no user is signed in. */
  onContinue: (() => void) | undefined;
  /** The search of the link to the sign-in page. */
  search: NextSearch;
}

/** Shows the problem or the next step of a mail's link or a provider's sign-in. */
export function CallbackPage({ notice, onContinue, search }: CallbackPageProps) {
  const { heading, lead } = callbackMessage(notice);
  return (
    <AuthFrame title={heading} heading={heading} lead={<output>{lead}</output>}>
      {onContinue ? (
        <Button size="lg" onClick={onContinue}>
          Go on
        </Button>
      ) : (
        <Link to="/auth" search={search} className={buttonClass({ size: 'lg' })}>
          Go to sign in
        </Link>
      )}
    </AuthFrame>
  );
}
