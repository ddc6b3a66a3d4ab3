import type { SupabaseClient } from '#lib/supabase.ts';
import { countsFromRow, dropFromRow, type Drop, type DropCounts } from './drop.ts';
import { selectDrops } from './queries.ts';

/** The drops with these ids that the viewer may see, in the order of the ids, in one request. */
export async function readDrops(client: SupabaseClient, ids: readonly string[]): Promise<Drop[]> {
  const { data } = await selectDrops(client).in('id', ids).throwOnError();
  const drops = new Map(data.map((row) => [row.id, dropFromRow(row)]));
  return ids.flatMap((id) => drops.get(id) ?? []);
}

/** The drop whose audio is stored at a path; null if there is none that the viewer may see. */
export async function readDropOfAudio(client: SupabaseClient, path: string): Promise<Drop | null> {
  const drops = selectDrops(client).eq('audio_path', path);
  const { data } = await drops.maybeSingle().throwOnError();
  return data && dropFromRow(data);
}

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

/** Which of the drops with these ids the viewer may see, in one request. */
export async function readVisibleIds(
  client: SupabaseClient,
  ids: readonly string[],
): Promise<Set<string>> {
  const { data } = await client.from('voice_drops').select('id').in('id', ids).throwOnError();
  return new Set(data.map(({ id }) => id));
}
