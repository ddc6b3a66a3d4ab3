import { passwordChangeSchema } from '@undertone/domain/credentials';
import { PASSWORD_MIN_LENGTH } from '@undertone/domain/limits';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { authMessage } from './auth-messages.ts';
import { CodeForm } from './code-form.tsx';
import { focusField, formProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { ReauthenticationNeededError, useChangePassword } from './password-mutations.ts';

/**
 * A form for a new password of the signed-in user. When the server requires reauthentication, a
 * second form asks for the code from the mail that the server has sent.
 */
export function NewPasswordForm({
  email,
  onDone,
}: {
  email: string | undefined;
  onDone: () => void;
}) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [codeRequired, setCodeRequired] = useState(false);
  const change = useChangePassword();

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(passwordChangeSchema, { password });
    setProblem(found?.message);
    if (found) {
      focusField(form, found.field);
      return;
    }
    try {
      await change.mutateAsync({ password });
      onDone();
    } catch (error) {
      if (error instanceof ReauthenticationNeededError) {
        setCodeRequired(true);
        return;
      }
      setProblem(authMessage(error));
      focusField(form, 'password');
    }
  };

  if (codeRequired) {
    return (
      <CodeForm
        label="Code from the mail"
        hint={`To be sure that it is you, we have sent a code to ${email ?? 'your address'}.`}
        submitLabel="Save password"
        pendingLabel="Saving..."
        onCode={async (nonce) => {
          await change.mutateAsync({ password, nonce });
          onDone();
        }}
      />
    );
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" hidden readOnly autoComplete="username" value={email ?? ''} />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. You will be signed out everywhere else.`}
        error={problem}
        value={password}
        onValueChange={setPassword}
        autoComplete="new-password"
      />
      <Button type="submit" pending={change.isPending}>
        {change.isPending ? 'Saving...' : 'Save password'}
      </Button>
    </Form>
  );
}
