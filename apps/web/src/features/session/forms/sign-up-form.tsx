import { signUpSchema } from '@undertone/domain/credentials';
import { PASSWORD_MIN_LENGTH } from '@undertone/domain/limits';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { authWords } from './auth-words.ts';
import { EmailField } from './email-field.tsx';
import { focusField } from './focus-field.ts';
import { formProblem, type FormProblem } from './form-problem.ts';
import { PasswordField } from './password-field.tsx';
import { UsernameTakenError, useSignUp } from '#features/session/mutations.ts';
import { useUsernameAvailability } from './use-username-availability.ts';
import { UsernameField } from './username-field.tsx';

interface SignUpFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** Told the address of an account that was made and has to be confirmed before it can sign in. */
  onConfirmationNeeded: (email: string) => void;
}

/** Username, email and password of a new account. */
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
      // The page may be gone by now: its guard has seen the session.
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
        toast.error('Sign up failed', { description: authWords(error) });
      }
    }
  };

  const unavailable = availability.state === 'checking' || availability.state === 'taken';

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
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
    </form>
  );
}

function showProblem({ field, message }: FormProblem): void {
  if (field === 'username' && message !== FILL_IN) {
    toast.error('Invalid username', { description: message });
  } else {
    toast.error(message);
  }
}

const FILL_IN = 'Please fill in all fields';
