import type {
  passwordChangeSchema,
  recoverySchema,
  signInSchema,
  signUpSchema,
  usernameChoiceSchema,
} from '@undertone/domain/credentials';

/** What is wrong with a form: where, and in which words. */
export interface FormProblem {
  /** Name of the first field that is wrong; it takes the focus. */
  field: string;
  message: string;
}

type FormSchema =
  | typeof passwordChangeSchema
  | typeof recoverySchema
  | typeof signInSchema
  | typeof signUpSchema
  | typeof usernameChoiceSchema;

/** What a form's fields hold, by name. */
export type FieldValues = Record<string, string>;

/**
 * The first thing wrong with a form, by its schema. Empty fields come before
 * all else: one cannot judge what is not there.
 */
export function formProblem(schema: FormSchema, values: FieldValues): FormProblem | undefined {
  const verdict = schema.safeParse(values);
  if (verdict.success) return undefined;
  const { issues } = verdict.error;
  const issue = issues.find(({ path }) => values[String(path[0])]?.trim() === '') ?? issues[0];
  return issue && { field: String(issue.path[0]), message: issue.message };
}
