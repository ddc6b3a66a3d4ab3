import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { DatabaseError } from 'pg';
import { ConnectionLostError } from '../../database/connection.ts';
import type { GatewayContext } from '../../http/service.ts';
import { RequestError } from '../../lib/request-error.ts';
import { RestError } from './errors.ts';
import { readRaised } from './custom-error.ts';
import { contentType } from './request/media-type.ts';
import { isStatus, takesBody } from './response-rules.ts';

/** An error as PostgREST words it. */
interface ErrorAnswer {
  readonly status: StatusCode;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** PostgREST's statuses for PostgreSQL's codes: whole codes first, then classes. */
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

/** What a bare `Bearer` asks for is a token. */
const tokenWanted = { 'WWW-Authenticate': 'Bearer' };

/** `raise sqlstate 'PT402'` chooses the status. */
function statusOf(code: string, isVisitor: boolean): StatusCode {
  if (code === '42501') return isVisitor ? 401 : 403;
  if (code.startsWith('PT')) {
    const chosen = Number(code.slice(2));
    return isStatus(chosen) ? chosen : 500;
  }
  return statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

function fromRaised({ message, detail }: DatabaseError): ErrorAnswer {
  const raised = readRaised(message, detail);
  if (raised instanceof RestError) return raised;
  return { ...raised, status: isStatus(raised.status) ? raised.status : 500 };
}

function fromPostgres(error: DatabaseError, isVisitor: boolean): ErrorAnswer {
  if (error.code === 'PGRST') return fromRaised(error);
  const { code = '' } = error;
  const status = statusOf(code, isVisitor);
  return {
    status,
    code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? tokenWanted : {},
  };
}

interface TokenWords {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
}

/** PostgREST's words for what is wrong with a token; null for all else that the gateway refuses. */
function tokenWords({ code, message }: RequestError, token: string): TokenWords | null {
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
    // PostgREST knows no sessions: what it would take for good until it expires has ended here.
    case 'session_not_found':
      return { code: 'PGRST301', message };
    default:
      return null;
  }
}

function fromGateway(error: RequestError, token: string): ErrorAnswer {
  const words = tokenWords(error, token);
  return {
    status: error.status,
    code: words?.code ?? error.code,
    message: words?.message ?? error.message,
    details: words?.details ?? null,
    hint: null,
    headers: words
      ? {
          'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(words.message)}`,
        }
      : error.headers,
  };
}

function fromAnything(error: unknown): ErrorAnswer {
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

function describe(error: unknown, isVisitor: boolean, token: string): ErrorAnswer {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseError) return fromPostgres(error, isVisitor);
  if (error instanceof RequestError) return fromGateway(error, token);
  return fromAnything(error);
}

/** Answers an error in PostgREST's shape. */
export function errorResponse(error: unknown, context: GatewayContext): Response {
  // Errors before the caller is known are the gateway's, and have their status.
  const isVisitor = context.get('caller')?.role === 'anon';
  const token = context.req.header('authorization')?.replace(/^bearer\s+/i, '') ?? '';
  const { status, code, message, details, hint, headers } = describe(error, isVisitor, token);
  const allHeaders = { ...headers, 'Proxy-Status': `PostgREST; error=${code}` };
  return takesBody(status)
    ? context.json({ code, details, hint, message }, status, {
        ...contentType('application/json'),
        ...allHeaders,
      })
    : context.newResponse(null, status, allHeaders);
}
