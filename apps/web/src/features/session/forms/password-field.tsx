import { PasswordInput } from '#ui/password-input.tsx';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'label'> {
  label?: string;
  value: string;
  onValueChange: (password: string) => void;
  /** For password managers: the account's current password, or a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button to reveal the password. */
export function PasswordField(props: PasswordFieldProps) {
  return <TextField label="Password" name="password" control={PasswordInput} {...props} />;
}
