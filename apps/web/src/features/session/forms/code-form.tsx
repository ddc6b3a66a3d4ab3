import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/code-input.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { authMessage } from './auth-messages.ts';

/** Digits of a code from a mail, a text message or an app; `otp_length` in supabase/config.toml. */
const CODE_LENGTH = 6;

interface CodeFormProps {
  /** The name of the code, e.g. 'Code from the mail'. */
  label: string;
  hint?: ReactNode;
  /** The button's label, and its label while the code is checked. */
  submitLabel: string;
  pendingLabel: string;
  /** Submits the code. When it rejects, the field is cleared and shows the error's message. */
  onCode: (code: string) => Promise<unknown>;
  /** Further buttons beside the submit button, e.g. to send the code again. */
  actions?: ReactNode;
}

/** A form for a six-digit code. Takes the focus, and submits when the last digit is typed. */
export function CodeForm(props: CodeFormProps) {
  const { label, hint, submitLabel, pendingLabel, onCode, actions } = props;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const submit = async (digits: string) => {
    if (pending) return;
    if (digits.length < CODE_LENGTH) {
      setProblem(`The code has ${CODE_LENGTH} digits`);
      input.current?.focus();
      return;
    }
    setPending(true);
    setProblem(undefined);
    try {
      await onCode(digits);
    } catch (error) {
      setCode('');
      setProblem(authMessage(error));
      input.current?.focus();
    } finally {
      setPending(false);
    }
  };

  return (
    <Form className="grid gap-5" onSubmit={() => submit(code)}>
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <CodeInput
            {...control}
            ref={input}
            name="code"
            length={CODE_LENGTH}
            value={code}
            readOnly={pending}
            onValueChange={(digits) => {
              setCode(digits);
              if (digits.length === CODE_LENGTH && digits !== code) void submit(digits);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} className="grow">
          {pending ? pendingLabel : submitLabel}
        </Button>
        {actions}
      </div>
    </Form>
  );
}
