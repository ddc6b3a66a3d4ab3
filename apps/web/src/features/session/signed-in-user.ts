import { errorMessage, isTokenRefused } from '#lib/backend-error.ts';
import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

const NOT_AUTHENTICATED = 'User not authenticated';

/** Thrown by operations that need an account when nobody is signed in. */
export class NotAuthenticatedError extends Error {
  override name = 'NotAuthenticatedError';

  constructor() {
    super(NOT_AUTHENTICATED);
  }
}

/** Whether an operation failed because nobody is signed in, or because the server refused the token. */
export function isNotAuthenticated(cause: unknown): boolean {
  return errorMessage(cause) === NOT_AUTHENTICATED || isTokenRefused(cause);
}

/**
 * The id of the user who is signed in now, for writes in their name.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in; the error of auth-js when an expired
 * session could not be renewed
 */
export async function signedInUserId(client: SupabaseClient): Promise<string> {
  const stored = readStoredSession(client.storageKey);
  if (stored.state === 'fresh') return stored.session.user.id;
  if (stored.state === 'none') throw new NotAuthenticatedError();
  const { data, error } = await (await client.auth()).getSession();
  if (data.session) return data.session.user.id;
  // auth-js removes a session that the server has ended, and keeps it when the server did not answer.
  const isKept = readStoredSession(client.storageKey).state !== 'none';
  throw isKept && error ? error : new NotAuthenticatedError();
}
