import type { StatusCode, ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue, isStatus, takesBody } from './response-rules.ts';
import { DatabaseError } from 'pg';
import { ConnectionLostError } from '../../database/connection.ts';
import type { GatewayContext } from '../../http/service.ts';
import { RequestError } from '../../lib/request-error.ts';
import { contentType } from './request/media-type.ts';

/**
 * `raise sqlstate 'PGRST'` decides the whole response, by JSON in its message and detail:
 * https://docs.postgrest.org/en/v14/references/errors.html#custom-errors
 */
const messageShape = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const detailShape = z.object({
  status: z.custom<StatusCode>((status) => typeof status === 'number' && isStatus(status)),
  headers: z.record(headerName, headerValue),
});

/** The response that a function raised. */
type CustomError = z.output<typeof messageShape> & z.output<typeof detailShape>;

const unreadable = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  });

const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

const parse = <T>(shape: z.ZodType<T>, text: string): T | null => {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/**
 * Parses an error that a function raised with SQLSTATE 'PGRST'.
 * @returns PGRST121 for invalid JSON
 */
function readCustomError(message: string, detail: string | undefined): CustomError | RestError {
  const body = parse(messageShape, message);
  if (!body) {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  if (detail === undefined)
    return unreadable('DETAIL is missing in the RAISE statement', detailHint);
  const head = parse(detailShape, detail);
  if (!head) return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  return { ...body, ...head };
}

/** An error response of PostgREST. */
interface ErrorResponse {
  readonly status: StatusCode;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** PostgREST's HTTP statuses, and the SQLSTATEs that have them: codes, and classes of two characters. */
const codesByStatus: readonly [status: ContentfulStatusCode, codes: string][] = [
  [400, 'P0001'],
  [403, '0L 0P 28'],
  [404, '42883 42P01'],
  [405, '25006'],
  [409, '23503 23505'],
  [500, '09 21 25 2D 38 39 3B 40 42P17 53400 54 55 57 58 F0 HV P0 XX'],
  // PostgREST answers a deadlock with 500. The request is valid, and may be sent again.
  [503, '08 40P01 53 57P01'],
];
const statuses = new Map(
  codesByStatus.flatMap(([status, codes]) => codes.split(' ').map((code) => [code, status])),
);

/** The headers of a response to a request without the required token. */
const tokenRequired = { 'WWW-Authenticate': 'Bearer' };

/** The headers of a response to a request that may be sent again. */
const soon = { 'Retry-After': '1' };

/** `raise sqlstate 'PT402'` sets the status 402. */
function statusOf(code: string, isAnonymous: boolean): StatusCode {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code.startsWith('PT')) {
    const chosen = Number(code.slice(2));
    return isStatus(chosen) ? chosen : 500;
  }
  return statuses.get(code) ?? statuses.get(code.slice(0, 2)) ?? 400;
}

function fromPostgres(error: DatabaseError, isAnonymous: boolean): ErrorResponse {
  const { code = '', message, detail, hint } = error;
  if (code === 'PGRST') return readCustomError(message, detail);
  const status = statusOf(code, isAnonymous);
  const headers = status === 401 ? tokenRequired : code === '40P01' ? soon : {};
  return { status, code, message, details: detail, hint, headers };
}

/** PostgREST's error for an invalid token; null for other errors of the gateway. */
function tokenError(
  { code, message }: RequestError,
  token: string,
): Omit<ErrorResponse, 'status'> | null {
  switch (code) {
    case 'jwt_expired':
      return { code: 'PGRST303', message: 'JWT expired' };
    case 'bad_jwt': {
      const parts = token.split('.').length;
      return parts === 3
        ? {
            code: 'PGRST301',
            message: 'No suitable key or wrong key type',
            details: 'None of the keys was able to decode the JWT',
          }
        : { code: 'PGRST301', message: `Expected 3 parts in JWT; got ${parts}` };
    }
    // PostgREST has no sessions and no code for one that has ended.
    case 'session_not_found':
      return { code: 'PGRST301', message };
    default:
      return null;
  }
}

function fromGateway(error: RequestError, token: string): ErrorResponse {
  const invalid = tokenError(error, token);
  if (!invalid) return error;
  const description = JSON.stringify(invalid.message);
  const challenge = `Bearer error="invalid_token", error_description=${description}`;
  return { ...invalid, status: error.status, headers: { 'WWW-Authenticate': challenge } };
}

function describe(error: unknown, isAnonymous: boolean, token: string): ErrorResponse {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseError) return fromPostgres(error, isAnonymous);
  if (error instanceof RequestError) return fromGateway(error, token);
  return error instanceof ConnectionLostError
    ? { status: 503, code: 'PGRST000', message: 'Database connection error.' }
    : { status: 500, code: 'PGRSTX00', message: 'Something went wrong here' };
}

/** Responds with an error in PostgREST's shape. */
export function errorResponse(error: unknown, context: GatewayContext): Response {
  // `caller` is undefined for errors that the gateway throws before it has identified the caller.
  const isAnonymous = context.get('caller')?.role === 'anon';
  const token = context.req.header('authorization')?.replace(/^bearer\s+/i, '') ?? '';
  const response = describe(error, isAnonymous, token);
  const { status, code, message, details = null, hint = null, headers } = response;
  const allHeaders = { ...headers, 'Proxy-Status': `PostgREST; error=${code}` };
  return takesBody(status)
    ? context.json({ code, details, hint, message }, status, {
        ...contentType('application/json'),
        ...allHeaders,
      })
    : context.newResponse(null, status, allHeaders);
}
