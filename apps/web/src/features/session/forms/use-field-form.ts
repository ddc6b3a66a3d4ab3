import { useState } from 'react';
import { authMessage } from './auth-messages.ts';
import { focusField } from './form-problem.ts';

interface FieldForm {
  /** The field's name, by which it takes the focus when it has a problem. */
  name: string;
  /** The problem with what was typed. */
  validate: () => string | undefined;
  /** Sends the form; the auth service's message of a rejection is shown below the field. */
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
