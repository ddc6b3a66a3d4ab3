import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Counts a play of a drop.
 *
 * @returns whether the play counted: plays of a drop by the same listener count once a minute
 */
export async function addPlay(client: SupabaseClient, dropId: string): Promise<boolean> {
  const { data } = await client.rpc('add_play', { voice_drop_id: dropId }).throwOnError();
  return data;
}
