import { readLocalItem, writeLocalItem } from './local-item.ts';
import { localItems } from './local-items.ts';
import { readStoredSession } from './stored-session.ts';
import type { SupabaseClient } from './supabase.ts';

/*
 * The key with which this device encrypts what an account leaves on it when its session ends. While the
 * session lasts, the key is in local storage beside it: anyone who can read the session can fetch the key.
 */

const PREFIX = 'undertone:key/';

/** The accounts whose key is on this device, with the keys. */
export const storedAccountKeys = (): [userId: string, key: string][] =>
  localItems(PREFIX).map(([name, key]) => [name.slice(PREFIX.length), key]);

export const removeAccountKey = (userId: string): void => writeLocalItem(PREFIX + userId, null);

/** The account whose session is in this browser, whether or not this page has noticed. */
export function storedUserId({ storageKey }: SupabaseClient): string | undefined {
  const { session } = { session: null, ...readStoredSession(storageKey) };
  return session?.user.id;
}

/** The key of the signed-in account: of this device or, once for each session, of the server. */
export async function readAccountKey(client: SupabaseClient, userId: string): Promise<string> {
  const stored = readLocalItem(PREFIX + userId);
  if (stored !== null) return stored;
  const { data: key } = await client.rpc('own_account_key').throwOnError();
  // The session may have ended meanwhile.
  if (storedUserId(client) === userId) writeLocalItem(PREFIX + userId, key);
  return key;
}
