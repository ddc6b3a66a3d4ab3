import { recoverySchema } from '@undertone/domain/credentials';
import { useState, type ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { authWords } from './auth-words.ts';
import { EmailField } from './email-field.tsx';
import { focusField } from './focus-field.ts';
import { formProblem } from './form-problem.ts';

interface AddressFormProps extends Pick<
  ComponentProps<typeof EmailField>,
  'label' | 'autoComplete'
> {
  email: string;
  onEmailChange: (email: string) => void;
  submitLabel: string;
  /** Asks for the mail; what it throws is said below the field. */
  onSubmit: (email: string) => Promise<unknown>;
}

/** Asks for an address that a mail is to be sent to. */
export function AddressForm({
  email,
  onEmailChange,
  submitLabel,
  onSubmit,
  ...field
}: AddressFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    const found = formProblem(recoverySchema, { email });
    setProblem(found?.message);
    if (found) {
      focusField(form, found.field);
      return;
    }
    setIsSending(true);
    try {
      await onSubmit(email.trim());
    } catch (error) {
      setProblem(authWords(error));
      focusField(form, 'email');
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <EmailField {...field} value={email} onValueChange={onEmailChange} error={problem} />
      <Button type="submit" size="lg" pending={isSending}>
        {isSending ? 'Sending...' : submitLabel}
      </Button>
    </form>
  );
}
