import { useState } from 'react';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { PasswordField } from '#features/session/forms/password-field.tsx';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { ProviderButtons } from '#features/session/forms/provider-buttons.tsx';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { useConfirmPassword } from './security-mutations.ts';
import type { Account } from './security-queries.ts';

interface ConfirmIdentityProps {
  account: Account;
  /** Whether the action that follows the confirmation is running. */
  pending: boolean;
  onConfirmed: () => void;
}

/**
 * Asks the signed-in user to authenticate again: by their second factor if they have one, else by
 * their password, else through their sign-in provider, which leads back to the settings.
 */
export function ConfirmIdentity({ account, pending, onConfirmed }: ConfirmIdentityProps) {
  const factor = account.factors[0];
  if (factor) {
    return <FactorCode factor={factor} submitLabel="Go on" onVerified={onConfirmed} />;
  }
  if (account.hasPassword && account.email !== undefined) {
    return <PasswordForm email={account.email} pending={pending} onConfirmed={onConfirmed} />;
  }
  return (
    <>
      <p className="text-[0.9375rem] text-ink-soft">
        Sign in again the way you always do. You come back here, and can then delete the account.
      </p>
      <ProviderButtons next="/settings" only={account.providers} />
    </>
  );
}

interface PasswordFormProps extends Omit<ConfirmIdentityProps, 'account'> {
  email: string;
}

function PasswordForm({ email, pending, onConfirmed }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirmation = useConfirmPassword();

  const submit = async () => {
    if (password === '') {
      setProblem('Please enter your password');
      return;
    }
    setProblem(undefined);
    try {
      await confirmation.mutateAsync({ email, password });
      onConfirmed();
    } catch (error) {
      setProblem(authMessage(error));
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        error={problem}
        value={password}
        onValueChange={setPassword}
        autoComplete="current-password"
      />
      <Button type="submit" pending={confirmation.isPending || pending}>
        Go on
      </Button>
    </Form>
  );
}
