import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

interface PasswordFieldProps {
  label?: string;
  hint?: string;
  value: string;
  onValueChange: (password: string) => void;
  /** Whether it is one that the account has, or one that it is to get, for password managers. */
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  /** Marked as wrong by words that stand elsewhere. */
  invalid?: boolean;
}

/** A password, which can be shown. */
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
