import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue, isStatus, takesBody } from './response-rules.ts';
import type { ResultRow } from './sql/result-row.ts';

/** The response of an endpoint, where the statement set nothing else. */
interface UsualResponse {
  readonly body: string | null;
  readonly status: StatusCode;
  readonly headers: Record<string, string>;
}

const headersShape = z.array(
  z.record(headerName, headerValue).refine((one) => Object.keys(one).length === 1),
);

const headersMessage =
  'response.headers guc must be a JSON array composed of objects with a single key and a string value';

/** @throws {RestError} PGRST111 */
function readHeaders(text: string): [name: string, value: string][] {
  if (text === '') return [];
  try {
    return headersShape.parse(JSON.parse(text)).flatMap((one) => Object.entries(one));
  } catch {
    throw new RestError(500, 'PGRST111', headersMessage);
  }
}

/** @throws {RestError} PGRST112 */
function readStatus(text: string): StatusCode {
  const status = Number(/^\d+/.exec(text)?.[0]);
  if (isStatus(status)) return status;
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
}

/** Parses what a statement set; the status is null where it set none. */
function parseSettings(text: string): {
  readonly status: StatusCode | null;
  readonly headers: readonly [name: string, value: string][];
} {
  const [status = '', ...lines] = text.split('\n');
  return {
    status: status === '' ? null : readStatus(status),
    headers: readHeaders(lines.join('\n')),
  };
}

/**
 * Runs `work`, which may refuse a statement's result. The refusal gets the status and headers that
 * the statement set, as in PostgREST for a range beyond the last row.
 * @throws {RestError} the refusal; PGRST111, PGRST112 for invalid settings
 */
export function refuseWithSettings<T>({ responseSettings }: ResultRow, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (responseSettings === null || !(error instanceof RestError)) throw error;
    const { status, headers } = parseSettings(responseSettings);
    const { code, message, details, hint } = error;
    throw new RestError(status && takesBody(status) ? status : error.status, code, message, {
      details,
      hint,
      headers: { ...error.headers, ...Object.fromEntries(headers) },
    });
  }
}

/**
 * Responds with the status and headers that the statement set by
 * `set_config('response.status' | 'response.headers', …)`:
 * https://docs.postgrest.org/en/v14/references/transactions.html#response-headers
 * They replace headers of the same name.
 * @throws {RestError} PGRST111, PGRST112 for invalid settings
 */
export function respond(context: Context, result: ResultRow, usual: UsualResponse): Response {
  if (result.responseSettings === null)
    return context.newResponse(usual.body, usual.status, usual.headers);
  const settings = parseSettings(result.responseSettings);
  const status = settings.status ?? usual.status;
  const headers: Record<string, string | string[]> = { ...usual.headers };
  const replaced = Map.groupBy(settings.headers, ([name]) => name.toLowerCase());
  for (const name of Object.keys(headers)) {
    if (replaced.has(name.toLowerCase())) delete headers[name];
  }
  for (const [name, values] of replaced) headers[name] = values.map(([, value]) => value);
  return context.newResponse(takesBody(status) ? usual.body : null, status, headers);
}
