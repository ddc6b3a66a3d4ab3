import { PASSWORD_RULE, passwordChangeSchema } from '@undertone/domain/credentials';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { errorCode } from '#lib/backend-error.ts';
import { CodeForm } from './code-form.tsx';
import { formProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { changePassword, ReauthenticationNeededError } from './password-mutations.ts';
import { useFieldForm } from './use-field-form.ts';

/** The name of the field for the current password. */
const CURRENT = 'current-password';

interface NewPasswordFormProps {
  email: string | undefined;
  /** Whether to ask for the current password too. A recent sign-in or a mailed code replaces it. */
  asksCurrent?: boolean;
  onDone: () => void;
}

/**
 * A form for a new password of the signed-in user. When the server requires reauthentication, a
 * second form asks for the code from the mail that the server has sent.
 */
export function NewPasswordForm({ email, asksCurrent = false, onDone }: NewPasswordFormProps) {
  const client = useClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [codeRequired, setCodeRequired] = useState(false);
  const change = async (nonce?: string) => {
    await changePassword(client, {
      password,
      ...(nonce === undefined && current !== '' && { current_password: current }),
      ...(nonce !== undefined && { nonce }),
    });
    onDone();
  };
  const { problem, problemField, isPending, submit } = useFieldForm({
    name: 'password',
    fieldOf: (error) => (errorCode(error)?.startsWith('current_password_') ? CURRENT : undefined),
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
      {asksCurrent && (
        <PasswordField
          label="Current password"
          name={CURRENT}
          hint="Forgotten? Leave it empty, and we send you a code by mail."
          error={problemField === CURRENT ? problem : undefined}
          value={current}
          onValueChange={setCurrent}
          autoComplete="current-password"
        />
      )}
      <PasswordField
        label="New password"
        hint={`${PASSWORD_RULE}. You will be signed out everywhere else.`}
        error={problemField === CURRENT ? undefined : problem}
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
