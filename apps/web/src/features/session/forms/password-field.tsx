import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

interface PasswordFieldProps {
  label?: string;
  hint?: string;
  value: string;
  onValueChange: (password: string) => void;
  /** For password managers: the account's current password, or a new one. */
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  /** Marks the field as invalid when the message is shown elsewhere. */
  invalid?: boolean;
}

/** A password field with a button to reveal the password. */
export function PasswordField({
  label = 'Password',
  hint,
  value,
  onValueChange,
  autoComplete,
  error,
  invalid = false,
}: PasswordFieldProps) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error} invalid={invalid}>
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
