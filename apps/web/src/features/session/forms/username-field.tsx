import { USERNAME_MAX_LENGTH } from '@undertone/domain/limits';
import { TextField } from '#ui/text-field.tsx';
import type { UsernameAvailability } from './username-availability.ts';

interface UsernameFieldProps {
  value: string;
  onValueChange: (username: string) => void;
  availability: UsernameAvailability;
  /** The problem with the submitted name. */
  problem: string | undefined;
}

/** A username field that shows whether the name is available. */
export function UsernameField({ value, onValueChange, availability, problem }: UsernameFieldProps) {
  return (
    <TextField
      label="Username"
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={USERNAME_MAX_LENGTH}
      value={value}
      onValueChange={onValueChange}
      {...(problem === undefined ? availabilityMessage(availability) : { error: problem })}
    />
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
