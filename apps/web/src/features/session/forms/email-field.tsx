import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

interface EmailFieldProps {
  label?: string;
  value: string;
  onValueChange: (email: string) => void;
  /** `username` where it names an account that is there, for password managers. */
  autoComplete: 'username' | 'email';
  error?: string | undefined;
  /** Marked as wrong by words that stand elsewhere. */
  invalid?: boolean;
}

/** An email address, as it is typed. */
export function EmailField({
  label = 'Email',
  value,
  onValueChange,
  autoComplete,
  error,
  invalid = false,
}: EmailFieldProps) {
  return (
    <Field label={label} error={error} invalid={invalid}>
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
