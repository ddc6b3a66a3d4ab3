/** The code of a service's error; undefined where the error has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the database refused a row because of a unique constraint: PostgreSQL's unique_violation. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === '23505';
}

/**
 * Awaits the insertion of a row whose presence is all that counts, e.g. a like. A row that exists already
 * is no error.
 */
export async function ensureWritten(write: PromiseLike<{ error: unknown }>): Promise<void> {
  const { error } = await write;
  if (error && !isUniqueViolation(error)) throw error;
}

/** HTTP statuses of requests that would fail again. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 406, 409, 413, 422]);

/** Whether the backend has refused a request, which would fail again. */
export function isFinalAnswer(error: unknown): boolean {
  // An error with a code is an answer of PostgREST or PostgreSQL, not a failure to reach the backend.
  if (errorCode(error)) return true;
  return error instanceof Object && 'status' in error && FINAL_STATUSES.has(Number(error.status));
}

/**
 * Whether a request was aborted because no answer came in time. Checks name and message: postgrest-js wraps
 * the browser's error, and auth-js keeps only its message.
 */
export function isTimeout(error: unknown): boolean {
  if (error instanceof DOMException) return ['AbortError', 'TimeoutError'].includes(error.name);
  return /^(Abort|Timeout)Error\b|timed out/.test(errorMessage(error));
}

/** PostgREST's error codes for a token that is invalid or expired, or whose session has ended. */
const TOKEN_REFUSED = new Set(['PGRST301', 'PGRST303']);

/** The message of every service for a token whose session has ended. */
export const SESSION_ENDED = 'Session from session_id claim in JWT does not exist';

/**
 * Whether PostgREST or Storage, whose errors have no code, refused the access token, or the auth client
 * found that the session has ended. Checks the error's name, since the auth client is loaded later than this
 * module.
 */
export function isTokenRefused(error: unknown): boolean {
  const isSessionMissing = error instanceof Error && error.name === 'AuthSessionMissingError';
  return (
    isSessionMissing ||
    TOKEN_REFUSED.has(errorCode(error) ?? '') ||
    errorMessage(error) === SESSION_ENDED
  );
}

/** The message of anything that was thrown. PostgREST's errors may be plain objects. */
export function errorMessage(error: unknown): string {
  return String(error instanceof Object && 'message' in error ? error.message : error);
}

/**
 * The message of an error response of the backend. Undefined where the backend was not reached, or the
 * response is not the backend's.
 */
export function backendMessage(error: unknown): string | undefined {
  const hasCode = (errorCode(error) ?? '') !== '';
  return hasCode && error instanceof Error && error.message !== '' ? error.message : undefined;
}

/**
 * The database's message, which is written for people, when a rate limit was reached, or where staff have limited
 * what the account may do; undefined for every other error.
 */
export function limitReason(error: unknown): string | undefined {
  const message = errorMessage(error);
  // Storage's errors have no code. All of these sentences end with this word.
  return errorCode(error) === 'PT429' || message.endsWith('appeal.') ? message : undefined;
}
