import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { currentSession } from '#features/session/signed-in-user.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { PostError } from './post-error.ts';

/**
 * How long an upload waits for an expired session to be renewed, in milliseconds. auth-js retries for half a
 * minute; after this timeout the take is queued instead.
 */
const RENEWAL_TIMEOUT_MS = 5000;

/** The access token of the account that recorded a take. @throws {PostError} when it is not signed in, or `offline` */
export async function accessTokenOf(client: SupabaseClient, userId: string): Promise<string> {
  let session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PostError('offline')), RENEWAL_TIMEOUT_MS);
  });
  try {
    session = await Promise.race([currentSession(client), late]);
  } catch (cause) {
    // A session that could not be renewed for lack of a response has not ended.
    throw new PostError(isNotAuthenticated(cause) ? 'signed-out' : 'offline', { cause });
  } finally {
    clearTimeout(timer);
  }
  if (session.user.id !== userId) throw new PostError('signed-out');
  return session.access_token;
}
