import { useState } from 'react';
import { authMessage } from './auth-messages.ts';
import { focusField } from './form-problem.ts';

interface FieldForm {
  /** The field's name. The field takes the focus when it has a problem. */
  name: string;
  /** Returns the problem with the field's text, if any. */
  validate: () => string | undefined;
  /** Sends the form. When it rejects, the auth service's message is shown below the field. */
  send: () => Promise<unknown>;
}

/** The state of a form with one field. */
export function useFieldForm({ name, validate, send }: FieldForm) {
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    let found = validate();
    setProblem(found);
    if (found === undefined) {
      setIsPending(true);
      found = await send().then(() => undefined, authMessage);
      setProblem(found);
      setIsPending(false);
    }
    if (found !== undefined) focusField(form, name);
  };
  return { problem, isPending, submit };
}
