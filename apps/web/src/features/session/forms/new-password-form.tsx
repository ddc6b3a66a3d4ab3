import { passwordChangeSchema } from '@undertone/domain/credentials';
import { PASSWORD_MIN_LENGTH } from '@undertone/domain/limits';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { CodeForm } from './code-form.tsx';
import { formProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { changePassword, ReauthenticationNeededError } from './password-mutations.ts';
import { useFieldForm } from './use-field-form.ts';

interface NewPasswordFormProps {
  email: string | undefined;
  onDone: () => void;
}

/**
 * A form for a new password of the signed-in user. When the server requires reauthentication, a
 * second form asks for the code from the mail that the server has sent.
 */
export function NewPasswordForm({ email, onDone }: NewPasswordFormProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [codeRequired, setCodeRequired] = useState(false);
  const change = async (nonce?: string) => {
    await changePassword(client, password, nonce);
    onDone();
  };
  const { problem, isPending, submit } = useFieldForm({
    name: 'password',
    validate: () => formProblem(passwordChangeSchema, { password })?.message,
    send: () =>
      change().catch((error: unknown) => {
        if (!(error instanceof ReauthenticationNeededError)) throw error;
        setCodeRequired(true);
      }),
  });

  if (codeRequired) {
    return (
      <CodeForm
        label="Code from the mail"
        hint={`To be sure that it is you, we have sent a code to ${email ?? 'your address'}.`}
        submitLabel="Save password"
        pendingLabel="Saving..."
        onCode={change}
      />
    );
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      {/* Password managers read the account of the password from this field. */}
      <input type="text" hidden readOnly autoComplete="username" value={email ?? ''} />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. You will be signed out everywhere else.`}
        error={problem}
        value={password}
        onValueChange={setPassword}
        autoComplete="new-password"
      />
      <Button type="submit" pending={isPending}>
        {isPending ? 'Saving...' : 'Save password'}
      </Button>
    </Form>
  );
}
