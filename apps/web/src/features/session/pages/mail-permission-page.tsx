import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import type { MailPermissionType } from '#features/session/mailed-link-type.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface Purpose {
  heading: string;
  lead: string;
  action: string;
  done: string;
  doneLead: string;
  /** Why a link does nothing. */
  void?: string;
}

/** What the link of each type does, and what is then true. */
const purposes: Record<MailPermissionType, Purpose> = {
  confirm_mail: {
    heading: 'May we mail you here?',
    lead: 'One press, and mails about replies, mentions, requests, likes and new followers come to this address.',
    action: 'Allow these mails',
    done: 'Mails are allowed',
    doneLead: 'They are sent while Email is on in Settings. You choose there how often, too.',
  },
  stop_mail: {
    heading: 'Stop these mails?',
    lead: 'One press, and no more mails about replies, likes and followers are sent to this address. Those about the security of your account stay.',
    action: 'Stop these mails',
    done: 'No more of these mails',
    doneLead: 'Email is off in the settings of the account.',
  },
  keep_factor: {
    heading: 'Keep your second factor?',
    lead: 'One press, and the request to remove it is cancelled.',
    action: 'Keep my second factor',
    done: 'Your second factor stays',
    doneLead:
      'If you did not ask for this, somebody has your password: choose a new one in Settings.',
    void: 'A part of it is missing, or the request is over: the second factor is removed, or there is a newer request.',
  },
};

const NO_ANSWER = 'No answer came. Please check your connection and try again.';

interface MailPermissionPageProps {
  type: MailPermissionType;
  token: string;
}

/**
 * Allows or stops mails of notifications, or cancels the removal of a second factor, after a press. It does not matter
 * which account is signed in.
 */
export function MailPermissionPage({ type, token }: MailPermissionPageProps) {
  const client = useClient();
  const send = useMutation({
    mutationFn: async () => (await client.rpc(type, { token }).throwOnError()).data,
  });
  const { heading, lead, action, done, doneLead } = purposes[type];

  if (send.data !== undefined) {
    const shown = send.data ? done : 'This link does not work any more';
    return (
      <AuthFrame
        title={shown}
        heading={shown}
        lead={
          <output>
            {send.data
              ? doneLead
              : (purposes[type].void ??
                'A part of it is missing, or the account has another address now.')}
          </output>
        }
      >
        <Link to="/app" className={`self-center ${buttonClass({ variant: 'quiet' })}`}>
          Go on
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={heading} heading={heading} lead={lead}>
      <Button size="lg" pending={send.isPending} onClick={() => send.mutate()}>
        {action}
      </Button>
      <FailureNote
        className="mt-4"
        message={send.isError ? (backendMessage(send.error) ?? NO_ANSWER) : null}
      />
    </AuthFrame>
  );
}
