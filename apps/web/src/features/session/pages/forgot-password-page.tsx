import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { AddressForm } from '#features/session/forms/address-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from '#features/session/forms/code-form.tsx';
import { requestRecovery, signInWithMailCode } from '#features/session/forms/password-mutations.ts';
import { SendAgainButton } from '#features/session/forms/send-again-button.tsx';

/**
 * Asks for the email address, then for the code in the mail. The mail's link replaces the second step.
 * Neither step reveals whether the address has an account.
 */
export function ForgotPasswordPage() {
  const client = useClient();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();

  if (sentTo !== undefined) {
    return (
      <AuthFrame
        title="Forgot password"
        heading="Check your email"
        lead={
          <>
            If <strong className="font-medium text-ink">{sentTo}</strong> has an account here, a
            mail is on its way. Follow its link, or type its code.
          </>
        }
      >
        <CodeForm
          label="Code from the mail"
          submitLabel="Go on"
          pendingLabel="Looking..."
          // The code signs in; the route's guard then opens the page that sets the new password.
          onCode={(token) => signInWithMailCode(client, { email: sentTo, token, type: 'recovery' })}
          actions={<SendAgainButton onSend={() => requestRecovery(client, sentTo)} />}
        />
        <Button variant="quiet" className="mt-4 self-center" onClick={() => setSentTo(undefined)}>
          Use another address
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Forgot password"
      heading="Forgot your password?"
      lead="It happens. Tell us your email address, and we will send you a way to a new one."
    >
      <AddressForm
        value={email}
        onValueChange={setEmail}
        autoComplete="username"
        submitLabel="Send me a mail"
        onSubmit={async (address) => {
          await requestRecovery(client, address);
          setSentTo(address);
        }}
      />
      <Link to="/auth" className={`mt-4 self-center ${buttonClass({ variant: 'quiet' })}`}>
        Back to signing in
      </Link>
    </AuthFrame>
  );
}
