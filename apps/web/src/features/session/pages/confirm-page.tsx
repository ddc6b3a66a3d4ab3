import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  ALREADY_SIGNED_IN,
  OTHER_ACCOUNT,
  type CallbackNotice,
} from '#features/session/auth-callback.ts';
import type { MailedLinkType } from '#features/session/mailed-link-type.ts';
import { useClient } from '#lib/app.ts';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { AuthFrame } from './auth-frame.tsx';
import { callbackMessage } from './callback-messages.ts';
import { redeemMailedLink } from './redeem-mailed-link.ts';

interface ConfirmPageProps {
  /** Undefined if the address is not that of a mailed link. */
  link: { tokenHash: string; type: MailedLinkType } | undefined;
  /** Whether the link is refused because a user is signed in, whose session it would replace. */
  refused: boolean;
  onConfirmed: () => void;
}

const signIn = { heading: 'Welcome', lead: 'One press, and you are signed in.', action: 'Sign in' };

/** What the link of each type does, and its button. */
const purposes: Record<MailedLinkType, typeof signIn> = {
  signup: {
    heading: 'Confirm your email address',
    lead: 'One press, and your account is ready.',
    action: 'Confirm my address',
  },
  invite: { ...signIn, lead: 'One press, and your account is ready.' },
  recovery: {
    heading: 'Choose a new password',
    lead: 'The link in your mail signs you in. Then you choose a new password.',
    action: 'Go on',
  },
  email_change: {
    heading: 'Confirm your new email address',
    lead: 'Both addresses have to confirm the change, the old one and the new one.',
    action: 'Confirm the change',
  },
  magiclink: signIn,
  email: signIn,
};

/** Says what a mailed link does, and sends its token after a press. */
export function ConfirmPage({ link, refused, onConfirmed }: ConfirmPageProps) {
  const client = useClient();
  const [isPending, setIsPending] = useState(false);
  const [notice, setNotice] = useState<CallbackNotice | undefined>(
    refused
      ? { kind: 'problem', code: ALREADY_SIGNED_IN }
      : link
        ? undefined
        : { kind: 'problem', code: 'otp_expired' },
  );

  if (notice || !link) {
    const { heading, lead } = callbackMessage(notice ?? { kind: 'problem', code: 'otp_expired' });
    return (
      <AuthFrame title={heading} heading={heading} lead={<output>{lead}</output>}>
        {link?.type === 'recovery' && !refused && (
          <Link to="/auth/forgot-password" className={buttonClass({ size: 'lg' })}>
            Send me a new mail
          </Link>
        )}
        <Link
          to={refused ? '/app' : '/auth'}
          className={`mt-4 self-center ${buttonClass({ variant: 'quiet' })}`}
        >
          {refused ? 'Go on' : 'Go to sign in'}
        </Link>
      </AuthFrame>
    );
  }

  const { heading, lead, action } = purposes[link.type];
  const confirm = async () => {
    setIsPending(true);
    try {
      const outcome = await redeemMailedLink(client, link);
      if (outcome === 'signed in') onConfirmed();
      else if (outcome === 'other account') setNotice({ kind: 'problem', code: OTHER_ACCOUNT });
      else setNotice({ kind: 'message', message: 'Now follow the link in the other mail, too.' });
    } catch (error) {
      setNotice({
        kind: 'problem',
        code: errorCode(error) ?? 'unknown',
        message: errorMessage(error),
      });
    }
    setIsPending(false);
  };
  return (
    <AuthFrame title={heading} heading={heading} lead={lead}>
      <Button size="lg" pending={isPending} onClick={() => void confirm()}>
        {action}
      </Button>
    </AuthFrame>
  );
}
