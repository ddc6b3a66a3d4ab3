import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { DatabaseError } from 'pg';
import { ConnectionLostError } from '../../database/connection.ts';
import type { GatewayContext } from '../../http/service.ts';
import { RequestError } from '../../lib/request-error.ts';
import { RestError } from './errors.ts';
import { readCustomError } from './custom-error.ts';
import { contentType } from './request/media-type.ts';
import { isStatus, takesBody } from './response-rules.ts';

/** An error response of PostgREST. */
interface ErrorResponse {
  readonly status: StatusCode;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** PostgREST's HTTP statuses by SQLSTATE: codes first, then classes. */
const statuses: readonly [prefix: string, status: ContentfulStatusCode][] = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['21', 500],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
];

/** Tells the client that a token is required. */
const tokenRequired = { 'WWW-Authenticate': 'Bearer' };

/** `raise sqlstate 'PT402'` sets the status 402. */
function statusOf(code: string, isAnonymous: boolean): StatusCode {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code.startsWith('PT')) {
    const chosen = Number(code.slice(2));
    return isStatus(chosen) ? chosen : 500;
  }
  return statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

function fromCustomError({ message, detail }: DatabaseError): ErrorResponse {
  const raised = readCustomError(message, detail);
  if (raised instanceof RestError) return raised;
  return { ...raised, status: isStatus(raised.status) ? raised.status : 500 };
}

function fromPostgres(error: DatabaseError, isAnonymous: boolean): ErrorResponse {
  if (error.code === 'PGRST') return fromCustomError(error);
  const { code = '' } = error;
  const status = statusOf(code, isAnonymous);
  return {
    status,
    code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? tokenRequired : {},
  };
}

interface TokenError {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
}

/** PostgREST's error for an invalid token; null for other errors of the gateway. */
function tokenError({ code, message }: RequestError, token: string): TokenError | null {
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
  return {
    status: error.status,
    code: invalid?.code ?? error.code,
    message: invalid?.message ?? error.message,
    details: invalid?.details ?? null,
    hint: null,
    headers: invalid
      ? {
          'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(invalid.message)}`,
        }
      : error.headers,
  };
}

function fromAnything(error: unknown): ErrorResponse {
  const isUnreachable = error instanceof ConnectionLostError;
  return {
    status: isUnreachable ? 503 : 500,
    code: isUnreachable ? 'PGRST000' : 'PGRSTX00',
    message: isUnreachable ? 'Database connection error.' : 'Something went wrong here',
    details: null,
    hint: null,
    headers: {},
  };
}

function describe(error: unknown, isAnonymous: boolean, token: string): ErrorResponse {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseError) return fromPostgres(error, isAnonymous);
  if (error instanceof RequestError) return fromGateway(error, token);
  return fromAnything(error);
}

/** Responds with an error in PostgREST's shape. */
export function errorResponse(error: unknown, context: GatewayContext): Response {
  // `caller` is undefined for errors that the gateway throws before it has identified the caller.
  const isAnonymous = context.get('caller')?.role === 'anon';
  const token = context.req.header('authorization')?.replace(/^bearer\s+/i, '') ?? '';
  const { status, code, message, details, hint, headers } = describe(error, isAnonymous, token);
  const allHeaders = { ...headers, 'Proxy-Status': `PostgREST; error=${code}` };
  return takesBody(status)
    ? context.json({ code, details, hint, message }, status, {
        ...contentType('application/json'),
        ...allHeaders,
      })
    : context.newResponse(null, status, allHeaders);
}
