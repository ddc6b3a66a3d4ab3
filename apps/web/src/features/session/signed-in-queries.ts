import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { NotAuthenticatedError } from './not-authenticated.ts';

/**
 * The id of whoever is signed in at this moment, to write in their name.
 *
 * @throws {NotAuthenticatedError} when nobody is; whatever auth-js says when it cannot find out
 */
export async function signedInUserId(client: SupabaseClient): Promise<string> {
  const stored = readStoredSession(client.storageKey);
  if (stored.state === 'fresh') return stored.session.user.id;
  if (stored.state === 'none') throw new NotAuthenticatedError();
  const { data, error } = await (await client.auth()).getSession();
  if (data.session) return data.session.user.id;
  // auth-js drops a session that the server has ended, and keeps one that it could not ask about.
  const isKept = readStoredSession(client.storageKey).state !== 'none';
  throw isKept && error ? error : new NotAuthenticatedError();
}
