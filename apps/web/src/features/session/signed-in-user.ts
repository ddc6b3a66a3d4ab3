import type { Session } from '@supabase/auth-js';
import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { NOT_AUTHENTICATED } from './not-authenticated.ts';

/** Thrown by operations that need an account when nobody is signed in. */
class NotAuthenticatedError extends Error {
  override name = 'NotAuthenticatedError';

  constructor() {
    super(NOT_AUTHENTICATED);
  }
}

/**
 * The session of the user who is signed in now, renewed where it has expired. Not read from auth-js
 * unless it has: a fresh one needs neither its code nor a request.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in, or the server has ended the session; another
 * error when an expired session could not be renewed for lack of an answer, which is no sign-out
 */
export async function currentSession(client: SupabaseClient): Promise<Session> {
  const stored = readStoredSession(client.storageKey);
  if (stored.state === 'fresh') return stored.session;
  if (stored.state === 'none') throw new NotAuthenticatedError();
  // Offline, auth-js would retry for half a minute.
  if (!navigator.onLine) throw new TypeError('Failed to fetch: there is no network.');
  const { data, error } = await (await client.auth()).getSession();
  if (data.session) return data.session;
  // auth-js removes a session that the server has ended, and keeps it when the server did not answer.
  const now = readStoredSession(client.storageKey);
  // Another tab has renewed it meanwhile.
  if (now.state === 'fresh') return now.session;
  throw now.state !== 'none' && error ? error : new NotAuthenticatedError();
}

/**
 * The id of the user who is signed in now, for writes in their name.
 *
 * @throws what `currentSession` throws
 */
export async function signedInUserId(client: SupabaseClient): Promise<string> {
  return (await currentSession(client)).user.id;
}
