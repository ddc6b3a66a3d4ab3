import type { Session } from '@supabase/auth-js';
import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { NOT_AUTHENTICATED } from './not-authenticated.ts';

/** Thrown by operations that need an account when no user is signed in. */
class NotAuthenticatedError extends Error {
  override name = 'NotAuthenticatedError';

  constructor() {
    super(NOT_AUTHENTICATED);
  }
}

/**
 * The session of the signed-in user, renewed if it has expired. A fresh session needs neither the code of
 * auth-js nor a request.
 *
 * @throws {NotAuthenticatedError} when no user is signed in, or the server has ended the session; another
 * error when an expired session could not be renewed for lack of a response, which is not a sign-out
 */
export async function currentSession(client: SupabaseClient): Promise<Session> {
  const stored = readStoredSession(client.storageKey);
  if (stored.state === 'fresh') return stored.session;
  if (stored.state === 'none') throw new NotAuthenticatedError();
  // Offline, auth-js would retry for half a minute.
  if (!navigator.onLine) throw new TypeError('Failed to fetch: there is no network.');
  const { data, error } = await (await client.auth()).getSession();
  if (data.session) return data.session;
  // auth-js removes a session that the server has ended, and keeps it when the server did not respond.
  const now = readStoredSession(client.storageKey);
  // Another tab may have renewed it meanwhile.
  if (now.state === 'fresh') return now.session;
  throw now.state !== 'none' && error ? error : new NotAuthenticatedError();
}

/**
 * The id of the signed-in user, for writes in their name.
 *
 * @throws what `currentSession` throws
 */
export async function signedInUserId(client: SupabaseClient): Promise<string> {
  return (await currentSession(client)).user.id;
}
