import type { z } from 'zod';
import { LoneSurrogateError, parseJson } from './parse-json.ts';
import type { GatewayContext } from '../../http/service.ts';
import { AuthError, validationFailed } from './errors.ts';

/**
 * Parses a JSON body by its schema. As in GoTrue, unknown fields are ignored.
 * @throws {AuthError} `bad_json` for a body that is not JSON; `validation_failed` with the name of
 *   the wrong field, or for strings that are not well-formed Unicode
 */
export async function readBody<Schema extends z.ZodType>(
  context: GatewayContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    if (cause instanceof LoneSurrogateError) throw validationFailed(cause.message, { cause });
    throw new AuthError('bad_json', 'Could not parse request body as JSON', { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.');
  // Only the messages of custom issues are sentences for people.
  throw validationFailed(
    issue?.code === 'custom' || !place ? `${issue?.message}` : `${place}: ${issue?.message}`,
  );
}
