import { PASSWORD_RULE, signUpSchema } from '@undertone/domain/credentials';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Form } from '#ui/form.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toast } from '#ui/toast.ts';
import { useClient } from '#lib/app.ts';
import { authMessage } from './auth-messages.ts';
import { EmailField } from './email-field.tsx';
import { formProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { UsernameTakenError, useSignUp } from '#features/session/mutations.ts';
import { useFieldProblem } from './use-field-problem.ts';
import { useUsernameAvailability } from './username-availability.ts';
import { UsernameField } from './username-field.tsx';

const RegistrationPart = lazyPart(() => import('./registration-part.tsx'));

interface SignUpFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** The invitation code as typed. */
  invitation: string;
  onInvitationChange: (code: string) => void;
  /** Called with the new account's email address if it has to be confirmed before signing in. */
  onConfirmationNeeded: (email: string) => void;
  /** The path to open after confirming the address. */
  next: string | undefined;
}

/** Creates an account with username, email and password. */
export function SignUpForm({
  email,
  onEmailChange,
  invitation,
  onInvitationChange,
  onConfirmationNeeded,
  next,
}: SignUpFormProps) {
  const registration = useClient().settings.notice?.registration;
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const problem = useFieldProblem();
  const availability = useUsernameAvailability(username);
  const signUp = useSignUp(next);

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(signUpSchema, { username, email, password });
    problem.show(form, found);
    if (found) {
      signUp.reset();
      if (found.field === 'username' && found.message !== EMPTY_FIELDS) {
        toast.error('Invalid username');
      }
      return;
    }
    try {
      const { signedIn } = await signUp.mutateAsync({
        username: username.trim(),
        email: email.trim(),
        password,
        invitation: invitation || undefined,
      });
      // The route's guard may already have left this page.
      if (signedIn) {
        toast.success('Welcome to Undertone!', {
          description: 'Your account has been created successfully',
        });
      } else {
        onConfirmationNeeded(email.trim());
      }
    } catch (error) {
      if (error instanceof UsernameTakenError) {
        toast.error('Username not available');
        problem.show(form, { field: 'username', message: error.message });
      } else {
        toast.error('Sign up failed');
      }
    }
  };

  const failure = signUp.error instanceof UsernameTakenError ? null : signUp.error;
  const unavailable = availability.state === 'checking' || availability.state === 'taken';

  const isClosed = registration === 'closed';
  const part = (
    <RegistrationPart isClosed={isClosed} value={invitation} onValueChange={onInvitationChange} />
  );
  if (isClosed) return part;
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <UsernameField
        value={username}
        onValueChange={problem.clearedBy('username', setUsername)}
        availability={availability}
        problem={problem.at('username')}
      />
      <EmailField
        value={email}
        onValueChange={problem.clearedBy('email', onEmailChange)}
        autoComplete="email"
        error={problem.at('email')}
      />
      <PasswordField
        error={problem.at('password')}
        hint={PASSWORD_RULE}
        value={password}
        onValueChange={problem.clearedBy('password', setPassword)}
        autoComplete="new-password"
      />
      {(registration === 'invitation' || /invitation/i.test(failure?.message ?? '')) && part}
      <FailureNote message={failure && authMessage(failure)} className="empty:hidden" />
      <Button
        type="submit"
        size="lg"
        disabled={unavailable}
        pending={signUp.isPending}
        className="mt-2"
      >
        {signUp.isPending ? 'Signing up...' : 'Sign Up'}
      </Button>
      <p className="text-center text-sm text-balance text-ink-faint">
        By continuing, you agree to the terms of service and privacy policy.
      </p>
    </Form>
  );
}

const EMPTY_FIELDS = 'Please fill in all fields';
