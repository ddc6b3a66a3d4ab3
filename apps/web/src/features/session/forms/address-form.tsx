import { recoverySchema } from '@undertone/domain/credentials';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { EmailField, type EmailFieldProps } from './email-field.tsx';
import { formProblem } from './form-problem.ts';
import { useFieldForm } from './use-field-form.ts';

interface AddressFormProps extends Omit<EmailFieldProps, 'onSubmit'> {
  submitLabel: string;
  /** Requests the mail. When it rejects, the error's message is shown below the field. */
  onSubmit: (email: string) => Promise<unknown>;
}

/** A form for the email address of a mail's recipient. */
export function AddressForm({ submitLabel, onSubmit, ...field }: AddressFormProps) {
  const { problem, isPending, submit } = useFieldForm({
    name: 'email',
    validate: () => formProblem(recoverySchema, { email: field.value })?.message,
    send: () => onSubmit(field.value.trim()),
  });
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <EmailField {...field} error={problem} />
      <Button type="submit" size="lg" pending={isPending}>
        {isPending ? 'Sending...' : submitLabel}
      </Button>
    </Form>
  );
}
