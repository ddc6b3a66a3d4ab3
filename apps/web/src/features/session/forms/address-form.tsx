import { recoverySchema } from '@undertone/domain/credentials';
import { useState, type ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { authMessage } from './auth-messages.ts';
import { EmailField } from './email-field.tsx';
import { focusField, formProblem } from './form-problem.ts';

interface AddressFormProps extends Pick<
  ComponentProps<typeof EmailField>,
  'label' | 'autoComplete'
> {
  email: string;
  onEmailChange: (email: string) => void;
  submitLabel: string;
  /** Requests the mail; the message of a rejection is shown below the field. */
  onSubmit: (email: string) => Promise<unknown>;
}

/** A form for the email address that a mail is to be sent to. */
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
      setProblem(authMessage(error));
      focusField(form, 'email');
    } finally {
      setIsSending(false);
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <EmailField {...field} value={email} onValueChange={onEmailChange} error={problem} />
      <Button type="submit" size="lg" pending={isSending}>
        {isSending ? 'Sending...' : submitLabel}
      </Button>
    </Form>
  );
}
