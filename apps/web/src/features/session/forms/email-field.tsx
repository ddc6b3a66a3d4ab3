import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

interface EmailFieldProps {
  label?: string;
  value: string;
  onValueChange: (email: string) => void;
  /** For password managers: `username` where the address identifies an existing account. */
  autoComplete: 'username' | 'email';
  error?: string | undefined;
  /** Marks the field as invalid when the message is shown elsewhere. */
  invalid?: boolean;
}

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
