import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue, isStatus, takesBody } from './response-rules.ts';
import type { ResultRow } from './sql/result-row.ts';

/** The response of an endpoint unless the statement sets another status or headers. */
interface DefaultResponse {
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

/** Parses the settings of a statement; the status is null if it is not set. */
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
 * Runs `work`, which may reject a statement's result. Its error gets the status and headers that the
 * statement set, as in PostgREST for a range beyond the last row.
 * @throws {RestError} the error of `work`; PGRST111, PGRST112 for invalid settings
 */
export function rejectWithSettings<T>({ responseSettings }: ResultRow, work: () => T): T {
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
export function respond(context: Context, result: ResultRow, defaults: DefaultResponse): Response {
  if (result.responseSettings === null)
    return context.newResponse(defaults.body, defaults.status, defaults.headers);
  const settings = parseSettings(result.responseSettings);
  const status = settings.status ?? defaults.status;
  const headers: Record<string, string | string[]> = { ...defaults.headers };
  const replaced = Map.groupBy(settings.headers, ([name]) => name.toLowerCase());
  for (const name of Object.keys(headers)) {
    if (replaced.has(name.toLowerCase())) delete headers[name];
  }
  for (const [name, values] of replaced) headers[name] = values.map(([, value]) => value);
  return context.newResponse(takesBody(status) ? defaults.body : null, status, headers);
}
