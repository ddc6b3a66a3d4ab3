import type { SupabaseClient } from '#lib/supabase.ts';
import { countsFromRow, type DropCounts } from './drop.ts';

/** The counts of the drops with these ids that the viewer may see, in one request. */
export async function readCounts(
  client: SupabaseClient,
  ids: readonly string[],
): Promise<Map<string, DropCounts>> {
  const { data } = await client
    .from('voice_drops')
    .select('id, counts(like_count, comment_count, play_count)')
    .in('id', ids)
    .throwOnError();
  return new Map(data.map((row) => [row.id, countsFromRow(row.counts)]));
}
