import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue, isStatus, takesBody } from './response-parts.ts';
import type { Answer } from './sql/answer.ts';

/** What an endpoint answers where the database chose nothing else. */
interface UsualResponse {
  readonly body: string | null;
  readonly status: StatusCode;
  readonly headers: Readonly<Record<string, string>>;
}

const headersShape = z.array(
  z.record(headerName, headerValue).refine((one) => Object.keys(one).length === 1),
);

const invalidHeaders = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );

const invalidStatus = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');

/** @throws {RestError} PGRST111 */
function readHeaders(text: string | null): [name: string, value: string][] {
  if (text === null) return [];
  try {
    return headersShape.parse(JSON.parse(text)).flatMap((one) => Object.entries(one));
  } catch {
    throw invalidHeaders();
  }
}

/** @throws {RestError} PGRST112 */
function readStatus(text: string): StatusCode {
  const status = Number(/^\d+/.exec(text)?.[0]);
  if (!isStatus(status)) throw invalidStatus();
  return status;
}

/**
 * Answers with what the statement chose by `set_config('response.status' | 'response.headers', …)`:
 * https://docs.postgrest.org/en/v14/references/transactions.html#response-headers
 * Chosen headers replace those of the same name.
 * @throws {RestError} PGRST111, PGRST112 for what cannot be read
 */
export function respond(
  context: Context,
  { chosenStatus, chosenHeaders }: Pick<Answer, 'chosenStatus' | 'chosenHeaders'>,
  usual: UsualResponse,
): Response {
  const status = chosenStatus === null ? usual.status : readStatus(chosenStatus);
  const headers: Record<string, string | string[]> = { ...usual.headers };
  const chosen = Map.groupBy(readHeaders(chosenHeaders), ([name]) => name.toLowerCase());
  for (const name of Object.keys(headers)) {
    if (chosen.has(name.toLowerCase())) delete headers[name];
  }
  for (const [name, values] of chosen) headers[name] = values.map(([, value]) => value);
  return context.newResponse(takesBody(status) ? usual.body : null, status, headers);
}
