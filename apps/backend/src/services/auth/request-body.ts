import type { z } from 'zod';
import type { GatewayContext } from '../../http/service.ts';
import { AuthError, validationFailed } from './errors.ts';

/** A string in JSON contains half of a surrogate pair, which neither UTF-8 nor PostgreSQL can store. */
export class LoneSurrogateError extends Error {
  override name = 'LoneSurrogateError';

  constructor() {
    super('The text contains a character that cannot be stored');
  }
}

/** Only an escape can write half of a surrogate pair: text decoded from UTF-8 contains none. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** Whether every string and every name in a JSON value is well-formed Unicode, at any depth. */
function isWellFormed(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && !next.isWellFormed()) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, item] of Object.entries(next)) pending.push(key, item);
  }
  return true;
}

/**
 * Parses JSON, and refuses strings that are not well-formed Unicode: `"\ud800"` is valid JSON, but
 * `encodeURIComponent` and the database fail on it.
 * @throws {SyntaxError} for text that is not JSON
 * @throws {LoneSurrogateError}
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (escapedSurrogate.test(text) && !isWellFormed(value)) throw new LoneSurrogateError();
  return value;
}

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
