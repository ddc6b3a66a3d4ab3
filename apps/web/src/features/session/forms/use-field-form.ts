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
  /** The name of another field that an error is about. */
  fieldOf?: (error: unknown) => string | undefined;
}

/** The state of a form with one field, or one and a second that only the server checks. */
export function useFieldForm({ name, validate, send, fieldOf }: FieldForm) {
  const [problem, setProblem] = useState<string>();
  const [problemField, setProblemField] = useState(name);
  const [isPending, setIsPending] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    let found = validate();
    let field = name;
    setProblem(found);
    if (found === undefined) {
      setIsPending(true);
      found = await send().then(
        () => undefined,
        (error: unknown) => {
          field = fieldOf?.(error) ?? name;
          return authMessage(error);
        },
      );
      setProblem(found);
      setIsPending(false);
    }
    setProblemField(field);
    if (found !== undefined) focusField(form, field);
  };
  return { problem, problemField, isPending, submit };
}
