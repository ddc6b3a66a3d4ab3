import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue, isStatus, takesBody } from './response-rules.ts';
import type { Answer } from './sql/result-row.ts';

/** What an endpoint answers where the database chose nothing else. */
interface UsualResponse {
  readonly body: string | null;
  readonly status: StatusCode;
  readonly headers: Record<string, string>;
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
function readHeaders(text: string): [name: string, value: string][] {
  if (text === '') return [];
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

/** What a statement chose; null for a status that it left alone. */
function readChosen(chosen: string): {
  readonly status: StatusCode | null;
  readonly headers: readonly [name: string, value: string][];
} {
  const [status = '', ...lines] = chosen.split('\n');
  return {
    status: status === '' ? null : readStatus(status),
    headers: readHeaders(lines.join('\n')),
  };
}

/**
 * Runs what may refuse a statement's answer. A refusal has the status and headers that the
 * statement chose, as PostgREST has it of a range beyond the last row.
 * @throws {RestError} the refusal, or PGRST111, PGRST112 for what cannot be read
 */
export function refuseAsChosen<T>({ chosen }: Answer, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (chosen === null || !(error instanceof RestError)) throw error;
    const { status, headers } = readChosen(chosen);
    const { code, message, details, hint } = error;
    throw new RestError(
      status !== null && takesBody(status) ? status : error.status,
      code,
      message,
      {
        details,
        hint,
        headers: { ...error.headers, ...Object.fromEntries(headers) },
      },
    );
  }
}

/**
 * Answers with what the statement chose by `set_config('response.status' | 'response.headers', …)`:
 * https://docs.postgrest.org/en/v14/references/transactions.html#response-headers
 * Chosen headers replace those of the same name.
 * @throws {RestError} PGRST111, PGRST112 for what cannot be read
 */
export function respond(context: Context, answer: Answer, usual: UsualResponse): Response {
  if (answer.chosen === null) return context.newResponse(usual.body, usual.status, usual.headers);
  const chosenParts = readChosen(answer.chosen);
  const status = chosenParts.status ?? usual.status;
  const headers: Record<string, string | string[]> = { ...usual.headers };
  const chosen = Map.groupBy(chosenParts.headers, ([name]) => name.toLowerCase());
  for (const name of Object.keys(headers)) {
    if (chosen.has(name.toLowerCase())) delete headers[name];
  }
  for (const [name, values] of chosen) headers[name] = values.map(([, value]) => value);
  return context.newResponse(takesBody(status) ? usual.body : null, status, headers);
}
