import { ClientDisconnectedError } from '../../lib/concurrency-limit.ts';
import { HttpError, RequestError } from '../../lib/request-error.ts';
import { unsupportedImportIn } from './worker/unsupported-import.ts';

/** Error codes of Supabase's functions service. */
export type FunctionErrorCode =
  | 'BOOT_ERROR'
  | 'BODY_TOO_LARGE'
  | 'BUSY'
  | 'CANCELLED'
  | 'IDLE_TIMEOUT'
  | 'INTERNAL_ERROR'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'UNAUTHORIZED'
  | 'URI_TOO_LONG'
  | 'WORKER_ERROR'
  | 'WORKER_LIMIT';

/** An error of the service itself, as opposed to an error response of a function. */
export class FunctionError extends HttpError<FunctionErrorCode, number> {
  override name = 'FunctionError';
}

/** The part of an error's cause that callers may see. */
const hint = (cause: unknown): string => {
  const specifier = unsupportedImportIn(String(cause));
  return specifier === null ? 'please check logs' : `its import of ${specifier} is not served here`;
};

/** All errors that this service can respond with. */
export const errors = {
  unauthorized: () =>
    new FunctionError(
      401,
      'UNAUTHORIZED',
      'This function is for people who are signed in: an API key is not enough',
    ),
  notFound: () => new FunctionError(404, 'NOT_FOUND', 'Requested function was not found'),
  methodNotAllowed: (allowed: readonly string[]) =>
    new FunctionError(405, 'METHOD_NOT_ALLOWED', 'Method not allowed', {
      headers: { allow: allowed.join(', ') },
    }),
  bodyTooLarge: () =>
    new FunctionError(413, 'BODY_TOO_LARGE', 'The request body exceeded the maximum allowed size'),
  bootError: (cause: unknown) =>
    new FunctionError(503, 'BOOT_ERROR', `Function failed to start (${hint(cause)})`, { cause }),
  workerError: (cause: unknown) =>
    new FunctionError(500, 'WORKER_ERROR', `Function exited due to an error (${hint(cause)})`, {
      cause,
    }),
  workerLimit: (cause?: unknown) =>
    new FunctionError(
      546,
      'WORKER_LIMIT',
      'Function failed due to not having enough compute resources (please check logs)',
      { cause },
    ),
  idleTimeout: () =>
    new FunctionError(504, 'IDLE_TIMEOUT', 'Function did not answer in time (please check logs)'),
  cancelled: () => new FunctionError(499, 'CANCELLED', 'The client has disconnected'),
};

const codes: Readonly<Record<number, FunctionErrorCode>> = {
  401: 'UNAUTHORIZED',
  413: 'BODY_TOO_LARGE',
  414: 'URI_TOO_LONG',
  429: 'RATE_LIMITED',
  503: 'BUSY',
};

/** Turns any error into one of this service. */
export function toFunctionError(error: unknown): FunctionError {
  if (error instanceof FunctionError) return error;
  if (error instanceof ClientDisconnectedError) return errors.cancelled();
  if (error instanceof RequestError) {
    const { status, message, headers } = error;
    return new FunctionError(status, codes[status] ?? 'INTERNAL_ERROR', message, { headers });
  }
  return new FunctionError(500, 'INTERNAL_ERROR', 'Internal server error', { cause: error });
}
