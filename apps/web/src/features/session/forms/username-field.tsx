import { USERNAME_MAX_LENGTH } from '@undertone/domain/limits';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import type { UsernameAvailability } from './username-availability.ts';

interface UsernameFieldProps {
  value: string;
  onValueChange: (username: string) => void;
  availability: UsernameAvailability;
  invalid: boolean;
}

/** A username field that shows below whether the name is available. */
export function UsernameField({ value, onValueChange, availability, invalid }: UsernameFieldProps) {
  return (
    <Field label="Username" invalid={invalid} {...availabilityMessage(availability)}>
      {(control) => (
        <Input
          {...control}
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX_LENGTH}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function availabilityMessage(availability: UsernameAvailability) {
  switch (availability.state) {
    case 'idle':
      return {};
    case 'too-short':
      return { hint: 'Username must be at least 3 characters' };
    case 'checking':
      return { hint: 'Checking...' };
    case 'available':
      return { success: 'Username is available!' };
    case 'taken':
      return { error: availability.reason };
    default:
      return availability satisfies never;
  }
}
