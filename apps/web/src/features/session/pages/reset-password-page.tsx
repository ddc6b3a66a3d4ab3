import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button-class.ts';
import { toast } from '#ui/toast.ts';
import { OTHER_BROWSER } from '#features/session/auth-callback.ts';
import { callbackMessage } from './callback-messages.ts';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordForm } from '#features/session/forms/new-password-form.tsx';
import { useSession } from '#features/session/session-context.ts';
import type { CallbackNotice } from '#features/session/auth-callback.ts';

/** Sets a new password, once the mail's link or code has signed the user in. */
export function ResetPasswordPage({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  return (
    <AuthFrame
      title="New password"
      heading="Choose a new password"
      lead={user?.email && `For ${user.email}.`}
    >
      <NewPasswordForm
        email={user?.email}
        onDone={() => {
          toast.success('Your password is changed');
          onDone();
        }}
      />
    </AuthFrame>
  );
}

/** Shown at the same address when the link has not signed in a user. */
export function ResetLinkProblem({ notice }: { notice: CallbackNotice | undefined }) {
  const { heading, lead } = problemMessage(notice);
  return (
    <AuthFrame title="New password" heading={heading} lead={<output>{lead}</output>}>
      <Link to="/auth/forgot-password" className={buttonClass({ size: 'lg' })}>
        Send me a new mail
      </Link>
      <Link to="/auth" className={`mt-4 self-center ${buttonClass({ variant: 'quiet' })}`}>
        Back to signing in
      </Link>
    </AuthFrame>
  );
}

function problemMessage(notice: CallbackNotice | undefined) {
  if (!notice) {
    return {
      heading: 'First, a mail',
      lead: 'A new password is set by the link, or the code, that we send to your email address.',
    };
  }
  if (notice.kind === 'problem' && notice.code === OTHER_BROWSER) {
    return {
      heading: 'Another browser asked for this',
      lead: 'The link works only where you asked for it. On this device, have a new mail sent and type its code.',
    };
  }
  return callbackMessage(notice);
}
