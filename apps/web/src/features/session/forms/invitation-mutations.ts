import type { SupabaseClient } from '#lib/supabase.ts';

/** An invitation as typed, and the address for which it is used. */
export interface Invitation {
  code: string;
  email: string;
}

/**
 * Reserves an invitation for an address for ten minutes.
 *
 * @throws {Error} with the server's sentence if it cannot be used
 */
export async function reserveInvitation(
  client: SupabaseClient,
  { code, email }: Invitation,
): Promise<void> {
  const { data } = await client.rpc('reserve_invitation', { code, email }).throwOnError();
  if (data) throw new Error(data);
}
