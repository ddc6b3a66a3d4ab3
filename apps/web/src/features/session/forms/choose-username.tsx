import { usernameChoiceSchema } from '@undertone/domain/credentials';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { authMessage } from './auth-messages.ts';
import { formProblem } from './form-problem.ts';
import { UsernameTakenError, useChooseUsername } from '#features/session/mutations.ts';
import { useFieldProblem } from './use-field-problem.ts';
import { useUsernameAvailability } from './username-availability.ts';
import { UsernameField } from './username-field.tsx';

interface ChooseUsernameProps {
  userId: string;
  onChosen?: () => void;
}

/** A form for the username of an account that a sign-in provider created without one. */
export function ChooseUsername({ userId, onChosen }: ChooseUsernameProps) {
  const [username, setUsername] = useState('');
  const problem = useFieldProblem();
  const availability = useUsernameAvailability(username);
  const choose = useChooseUsername(userId);

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(usernameChoiceSchema, { username });
    problem.show(form, found);
    if (found) {
      toast.error('Invalid username');
      return;
    }
    try {
      await choose.mutateAsync(username.trim());
      toast.success(`Welcome to Undertone, ${username.trim()}!`);
      onChosen?.();
    } catch (error) {
      const message = error instanceof UsernameTakenError ? error.message : authMessage(error);
      toast.error('Username not available');
      problem.show(form, { field: 'username', message });
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <UsernameField
        value={username}
        onValueChange={problem.clearedBy('username', setUsername)}
        availability={availability}
        problem={problem.at('username')}
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
