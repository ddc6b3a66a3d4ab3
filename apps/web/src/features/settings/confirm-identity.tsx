import { useState } from 'react';
import { PasswordField } from '#features/session/forms/password-field.tsx';
import { confirmPassword } from '#features/session/forms/password-mutations.ts';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { ProviderButtons } from '#features/session/forms/provider-buttons.tsx';
import { useFieldForm } from '#features/session/forms/use-field-form.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import type { Account } from './security-queries.ts';

interface ConfirmIdentityProps {
  account: Account;
  /** The action that follows, after "can then". */
  purpose: string;
  /** Whether the action that follows the confirmation is running. */
  pending: boolean;
  onConfirmed: () => void;
}

interface ConfirmIdentityDialogProps extends ConfirmIdentityProps {
  /** What happens after the confirmation, as a clause. */
  outcome: string;
  onClose: () => void;
}

/** The dialog that opens when the server requires authentication again. */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const { outcome, onClose, ...identity } = props;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Is it you?"
      description={`You signed in a while ago. Show us once more who you are, and ${outcome}.`}
    >
      <ConfirmIdentity {...identity} />
    </Dialog>
  );
}

/**
 * Asks the signed-in user to authenticate again: with their second factor if they have one, otherwise
 * with their password, or else through their sign-in provider, which redirects back to the settings.
 */
function ConfirmIdentity({ account, purpose, pending, onConfirmed }: ConfirmIdentityProps) {
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
        Sign in again the way you always do. You come back here, and can then {purpose}.
      </p>
      <ProviderButtons next="/settings" only={account.providers} />
    </>
  );
}

interface PasswordFormProps extends Pick<ConfirmIdentityProps, 'pending' | 'onConfirmed'> {
  email: string;
}

function PasswordForm({ email, pending, onConfirmed }: PasswordFormProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const { problem, isPending, submit } = useFieldForm({
    name: 'password',
    validate: () => (password === '' ? 'Please enter your password' : undefined),
    send: () => confirmPassword(client, { email, password }).then(onConfirmed),
  });

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        error={problem}
        value={password}
        onValueChange={setPassword}
        autoComplete="current-password"
      />
      <Button type="submit" pending={isPending || pending}>
        Go on
      </Button>
    </Form>
  );
}
