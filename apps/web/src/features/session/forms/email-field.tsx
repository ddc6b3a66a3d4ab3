import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

export interface EmailFieldProps extends Omit<TextFieldProps, 'label'> {
  label?: string;
  value: string;
  onValueChange: (email: string) => void;
  /** For password managers: `username` if the address identifies an existing account. */
  autoComplete: 'username' | 'email';
}

export function EmailField(props: EmailFieldProps) {
  return <TextField label="Email" name="email" type="email" autoCapitalize="none" {...props} />;
}
