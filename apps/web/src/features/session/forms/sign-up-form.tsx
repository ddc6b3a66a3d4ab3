import { signUpSchema } from '@undertone/domain/credentials';
import { PASSWORD_MIN_LENGTH } from '@undertone/domain/limits';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { authMessage } from './auth-messages.ts';
import { EmailField } from './email-field.tsx';
import { focusField, formProblem, type FormProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { UsernameTakenError, useSignUp } from '#features/session/mutations.ts';
import { useUsernameAvailability } from './username-availability.ts';
import { UsernameField } from './username-field.tsx';

interface SignUpFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** Called with the new account's email address where it has to be confirmed before signing in. */
  onConfirmationNeeded: (email: string) => void;
}

/** Creates an account with username, email and password. */
export function SignUpForm({ email, onEmailChange, onConfirmationNeeded }: SignUpFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<FormProblem>();
  const availability = useUsernameAvailability(username);
  const signUp = useSignUp();

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(signUpSchema, { username, email, password });
    setProblem(found);
    if (found) {
      showProblem(found);
      focusField(form, found.field);
      return;
    }
    try {
      const { signedIn } = await signUp.mutateAsync({
        username: username.trim(),
        email: email.trim(),
        password,
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
        toast.error('Username not available', {
          description: 'This username is already taken. Please choose another one.',
        });
        focusField(form, 'username');
      } else {
        toast.error('Sign up failed', { description: authMessage(error) });
      }
    }
  };

  const unavailable = availability.state === 'checking' || availability.state === 'taken';

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <UsernameField
        value={username}
        onValueChange={setUsername}
        availability={availability}
        invalid={problem?.field === 'username'}
      />
      <EmailField
        value={email}
        onValueChange={onEmailChange}
        autoComplete="email"
        invalid={problem?.field === 'email'}
      />
      <PasswordField
        invalid={problem?.field === 'password'}
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        value={password}
        onValueChange={setPassword}
        autoComplete="new-password"
      />
      <Button
        type="submit"
        size="lg"
        disabled={unavailable}
        pending={signUp.isPending}
        className="mt-2"
      >
        {signUp.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="text-center text-sm text-balance text-ink-faint">
        By continuing, you agree to the terms of service and privacy policy.
      </p>
    </Form>
  );
}

const EMPTY_FIELDS = 'Please fill in all fields';

function showProblem({ field, message }: FormProblem): void {
  if (field === 'username' && message !== EMPTY_FIELDS) {
    toast.error('Invalid username', { description: message });
  } else {
    toast.error(message);
  }
}
