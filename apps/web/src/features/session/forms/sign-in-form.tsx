import { Link } from '@tanstack/react-router';
import { signInSchema } from '@undertone/domain/credentials';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { authMessage } from './auth-messages.ts';
import { EmailField } from './email-field.tsx';
import { formProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { useFieldProblem } from './use-field-problem.ts';
import { EmailNotConfirmedError, useSignIn } from '#features/session/mutations.ts';

interface SignInFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** Called with the email address that has to be confirmed before signing in. */
  onConfirmationNeeded: (email: string) => void;
}

/** Signs in to an existing account with email and password. */
export function SignInForm({ email, onEmailChange, onConfirmationNeeded }: SignInFormProps) {
  const [password, setPassword] = useState('');
  const problem = useFieldProblem();
  const signIn = useSignIn();

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(signInSchema, { email, password });
    problem.show(form, found);
    if (found) {
      signIn.reset();
      return;
    }
    try {
      const { secondStep } = await signIn.mutateAsync({ email: email.trim(), password });
      // The route's guard may already have left this page.
      if (!secondStep) toast.success('Welcome back!');
    } catch (error) {
      if (error instanceof EmailNotConfirmedError) onConfirmationNeeded(email.trim());
      else toast.error('Sign in failed');
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <EmailField
        value={email}
        onValueChange={problem.clearedBy('email', onEmailChange)}
        autoComplete="username"
        error={problem.at('email')}
      />
      <PasswordField
        error={problem.at('password')}
        value={password}
        onValueChange={problem.clearedBy('password', setPassword)}
        autoComplete="current-password"
      />
      <Link
        to="/auth/forgot-password"
        className="link -mt-2 justify-self-end rounded-sm text-sm text-ink-soft hover:text-ink"
      >
        Forgot password?
      </Link>
      <FailureNote message={signIn.error && authMessage(signIn.error)} className="empty:hidden" />
      <Button type="submit" size="lg" pending={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </Form>
  );
}
