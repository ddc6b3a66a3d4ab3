import { usernameChoiceSchema } from '@undertone/domain/credentials';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { authMessage } from './auth-messages.ts';
import { focusField, formProblem } from './form-problem.ts';
import { UsernameTakenError, useChooseUsername } from '#features/session/mutations.ts';
import { useUsernameAvailability } from './username-availability.ts';
import { UsernameField } from './username-field.tsx';

interface ChooseUsernameProps {
  userId: string;
  onChosen?: () => void;
}

/** A form for the username of an account that a sign-in provider created without one. */
export function ChooseUsername({ userId, onChosen }: ChooseUsernameProps) {
  const [username, setUsername] = useState('');
  const [invalid, setInvalid] = useState(false);
  const availability = useUsernameAvailability(username);
  const choose = useChooseUsername(userId);

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(usernameChoiceSchema, { username });
    setInvalid(found !== undefined);
    if (found) {
      toast.error('Invalid username', { description: found.message });
      focusField(form, found.field);
      return;
    }
    try {
      await choose.mutateAsync(username.trim());
      toast.success(`Welcome to Undertone, ${username.trim()}!`);
      onChosen?.();
    } catch (error) {
      toast.error('Username not available', {
        description:
          error instanceof UsernameTakenError
            ? 'This username is already taken. Please choose another one.'
            : authMessage(error),
      });
      focusField(form, 'username');
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <UsernameField
        value={username}
        onValueChange={setUsername}
        availability={availability}
        invalid={invalid}
      />
      <Button
        type="submit"
        size="lg"
        disabled={availability.state === 'checking' || availability.state === 'taken'}
        pending={choose.isPending}
      >
        {choose.isPending ? 'Saving...' : 'Take this name'}
      </Button>
    </Form>
  );
}
