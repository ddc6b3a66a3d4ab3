import { queryOptions } from '@tanstack/react-query';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { DROP_COLUMNS, dropFromRow, type DropRow } from '#features/drops/drop.ts';
import type { Track } from '#features/player/track.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

const FRESH_MS = 5 * 60_000;

const sampleKey = (of: 'people' | 'tag', names: readonly string[]) =>
  [...dropKeys.all, 'samples', of, names] as const;

/** The latest drop of each of some people, by their ids, so that one can listen before following. */
export function samplesOfPeopleOptions(client: SupabaseClient, ids: readonly string[]) {
  return queryOptions({
    queryKey: sampleKey('people', ids),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Track>> => {
      const { data } = await client
        .from('profiles')
        .select(`user_id, drops:voice_drops!voice_drops_user_id_fkey(${DROP_COLUMNS})`)
        .in('user_id', ids)
        .order('created_at', { referencedTable: 'drops', ascending: false })
        .limit(1, { referencedTable: 'drops' })
        .abortSignal(signal)
        .throwOnError();
      return new Map(
        data.flatMap(({ user_id: id, drops: [row] }) => (row ? [[id, dropFromRow(row)]] : [])),
      );
    },
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
  });
}

/** The latest public drop with a hashtag; null if there is none. */
export function sampleOfTagOptions(client: SupabaseClient, tag: string) {
  return queryOptions({
    queryKey: sampleKey('tag', [tag]),
    queryFn: async ({ signal }): Promise<Track | null> => {
      const { data } = await client
        .from('voice_drops')
        .select<string, DropRow>(`${DROP_COLUMNS}, words:voice_drop_words!inner()`)
        .contains('words.hashtags', [tag])
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data && dropFromRow(data);
    },
    staleTime: FRESH_MS,
  });
}
