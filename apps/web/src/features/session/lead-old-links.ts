import type { SupabaseClient } from '#lib/supabase.ts';

/** Lets links with the account's former username lead to the one to which it was renamed. */
export async function leadOldLinks(client: SupabaseClient): Promise<void> {
  await client.rpc('lead_old_links', { lead: true }).throwOnError();
}
