import { Link } from '@tanstack/react-router';
import { recoverySchema } from '@undertone/domain/credentials';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { authWords } from './auth-words.ts';
import { CodeForm } from './code-form.tsx';
import { focusField } from './focus-field.ts';
import { formProblem } from './form-problem.ts';
import { useMailCode, useRequestRecovery } from './password-mutations.ts';
import { SendAgainButton } from './send-again-button.tsx';

/**
 * Two steps to a new password: the address, then the mail's code. Who follows
 * the mail's link instead skips the second. Neither says whether the address
 * has an account.
 */
export function ForgotPasswordPage() {
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
            mail is on its way. Follow its link in this browser, or type its code.
          </>
        }
      >
        <RecoveryCode email={sentTo} />
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
      <AddressForm email={email} onEmailChange={setEmail} onSent={setSentTo} />
      <Link to="/auth" className={`mt-4 self-center ${buttonClass({ variant: 'quiet' })}`}>
        Back to signing in
      </Link>
    </AuthFrame>
  );
}

interface AddressFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  onSent: (email: string) => void;
}

function AddressForm({ email, onEmailChange, onSent }: AddressFormProps) {
  const [problem, setProblem] = useState<string>();
  const recovery = useRequestRecovery();

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(recoverySchema, { email });
    setProblem(found?.message);
    if (found) {
      focusField(form, found.field);
      return;
    }
    try {
      await recovery.mutateAsync(email.trim());
      onSent(email.trim());
    } catch (error) {
      setProblem(authWords(error));
      focusField(form, 'email');
    }
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <Field label="Email" error={problem}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            value={email}
            onChange={(event) => onEmailChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" pending={recovery.isPending}>
        {recovery.isPending ? 'Sending...' : 'Send me a mail'}
      </Button>
    </form>
  );
}

/** Its code signs in; the route's guard then leads to where the new password is set. */
function RecoveryCode({ email }: { email: string }) {
  const { mutateAsync: signInWithCode } = useMailCode();
  const { mutateAsync: request } = useRequestRecovery();
  return (
    <CodeForm
      label="Code from the mail"
      submitLabel="Go on"
      pendingLabel="Looking..."
      onCode={(token) => signInWithCode({ email, token, type: 'recovery' })}
      actions={<SendAgainButton onSend={() => request(email)} />}
    />
  );
}
