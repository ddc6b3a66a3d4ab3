import type {
  passwordChangeSchema,
  recoverySchema,
  signInSchema,
  signUpSchema,
  usernameChoiceSchema,
} from '@undertone/domain/credentials';

/** The first invalid field of a form. */
export interface FormProblem {
  /** The field's name; the form moves the focus there. */
  field: string;
  message: string;
}

type FormSchema =
  | typeof passwordChangeSchema
  | typeof recoverySchema
  | typeof signInSchema
  | typeof signUpSchema
  | typeof usernameChoiceSchema;

/**
 * Validates a form by its schema and returns the first problem. Empty fields come before
 * invalid ones, so that the message about missing input appears first.
 *
 * @param values the fields' contents by field name
 */
export function formProblem(
  schema: FormSchema,
  values: Record<string, string>,
): FormProblem | undefined {
  const result = schema.safeParse(values);
  if (result.success) return undefined;
  const { issues } = result.error;
  const issue = issues.find(({ path }) => values[String(path[0])]?.trim() === '') ?? issues[0];
  return issue && { field: String(issue.path[0]), message: issue.message };
}

/** Moves the focus to the form field of this name. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
