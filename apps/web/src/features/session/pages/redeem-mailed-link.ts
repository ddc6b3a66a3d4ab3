import type { GoTrueClient } from '@supabase/auth-js';
import type { MailedLinkType } from '#features/session/mailed-link-type.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Sends the token of a mailed link, which works once, and signs in with it. A person who is signed in
 * keeps their session: the link may be that of another account, or of somebody who wants to draw them
 * into theirs.
 *
 * @returns `half` if the other address of a change of email has to confirm first; `other account` if
 * the link was not that of the account that is signed in
 */
export async function redeemMailedLink(
  client: SupabaseClient,
  { tokenHash, type }: { tokenHash: string; type: MailedLinkType },
): Promise<'signed in' | 'half' | 'other account'> {
  const auth = await client.auth();
  const { data: before } = await auth.getSession();
  const redeemer = before.session ? await withoutStorage(client) : auth;
  const { data, error } = await redeemer.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw error;
  if (!data.session) return 'half';
  if (!before.session) return 'signed in';
  await redeemer.signOut({ scope: 'local' });
  if (data.user?.id !== before.session.user.id) return 'other account';
  await auth.refreshSession();
  return 'signed in';
}

/** An auth client whose session no other part of the app uses. */
async function withoutStorage({ settings }: SupabaseClient): Promise<GoTrueClient> {
  const { AuthClient } = await import('#lib/auth-client.ts');
  const { supabaseUrl, publishableKey } = settings;
  return new AuthClient({
    url: `${supabaseUrl.replace(/\/$/, '')}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: 'mailed-link',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}
