import { useState } from 'react';
import { focusField, type FormProblem } from './form-problem.ts';

/** The problem of a form, shown at its field until the field is changed. */
export function useFieldProblem() {
  const [problem, setProblem] = useState<FormProblem>();
  return {
    /** The message to show at a field, by the field's name. */
    at: (field: string): string | undefined =>
      problem?.field === field ? problem.message : undefined,
    /** Shows a problem and moves the focus to its field; undefined for none. */
    show: (form: HTMLFormElement, found: FormProblem | undefined): void => {
      setProblem(found);
      if (found) focusField(form, found.field);
    },
    /** Wraps a field's change handler, so that a change clears the field's problem. */
    clearedBy:
      (field: string, change: (text: string) => void) =>
      (text: string): void => {
        setProblem((shown) => (shown?.field === field ? undefined : shown));
        change(text);
      },
  };
}
