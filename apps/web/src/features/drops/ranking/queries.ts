import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { TRENDING_DAYS } from '@undertone/domain/ranking';
import type { Drop } from '#features/drops/drop.ts';
import { dropKeys, dropListDefaults } from '#features/drops/queries.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { chooseRanked } from './choose-ranked.ts';
import type { RankedList } from './ranked-list.ts';

const DAY = 86_400_000;

/** How many places are read for a page, of which its drops are chosen. */
const CANDIDATES = 3 * FEED_PAGE_SIZE;

/** After so many reads a page is as short as it is, should nearly all have been left out. */
const READS_MAX = 5;

/** A place in a ranked list: that of the last drop that was considered. */
interface RankCursor {
  key: number;
  id: string;
}

interface RankedPage {
  items: Drop[];
  next: RankCursor | undefined;
}

/** Reads the places that come after another, the highest first. */
async function readPlaces(
  client: SupabaseClient,
  list: RankedList,
  after: RankCursor | undefined,
  signal: AbortSignal,
) {
  let query = client.from('voice_drop_ranks').select('voice_drop_id, user_id, hot, trending');
  if (list === 'trending') {
    const since = new Date(Date.now() - TRENDING_DAYS * DAY);
    // A key is never before the time of posting: the second condition follows from the first, and
    // ends the search in the index.
    query = query.gte('posted_at', since.toISOString()).gte(list, since.getTime());
  }
  if (after) {
    const { key, id } = after;
    query = query.lte(list, key).or(`${list}.lt.${key},voice_drop_id.lt.${id}`);
  }
  const { data } = await query
    .order(list, { ascending: false })
    .order('voice_drop_id', { ascending: false })
    .limit(CANDIDATES)
    .abortSignal(signal)
    .throwOnError();
  return data.map((row) => ({ id: row.voice_drop_id, authorId: row.user_id, key: row[list] }));
}

/** In the order of ids; without those that are not there any more. */
async function readInOrder(client: SupabaseClient, ids: readonly string[]): Promise<Drop[]> {
  if (ids.length === 0) return [];
  const drops = new Map((await readDrops(client, ids)).map((drop) => [drop.id, drop]));
  return ids.flatMap((id) => drops.get(id) ?? []);
}

/**
 * The drops of a ranked list, at most two of an author on each page.
 *
 * @param variant names what is left out
 * @param readLeftOut the ids of drops to leave out, which this device alone knows; read for each page
 */
export function rankedDropsOptions(
  client: SupabaseClient,
  list: RankedList,
  variant: 'all' | 'unheard',
  readLeftOut: () => ReadonlySet<string>,
) {
  return infiniteQueryOptions({
    ...dropListDefaults,
    queryKey: [...dropKeys.lists(), list, variant] as const,
    initialPageParam: undefined as RankCursor | undefined,
    getNextPageParam: (page: RankedPage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<RankedPage> => {
      const leftOut = readLeftOut();
      let ids: readonly string[] = [];
      let next = pageParam;
      for (let read = 0; read < READS_MAX; read++) {
        const candidates = await readPlaces(client, list, next, signal);
        const page = chooseRanked(candidates, leftOut, FEED_PAGE_SIZE);
        ({ ids } = page);
        const isLast = candidates.length < CANDIDATES && page.last === candidates.at(-1);
        next = isLast || !page.last ? undefined : { key: page.last.key, id: page.last.id };
        if (ids.length > 0 || next === undefined) break;
      }
      return { items: await readInOrder(client, ids), next };
    },
  });
}

/** What places a drop in the ranked lists; null when it has none, as it is not public any more. */
export function rankOptions(client: SupabaseClient, dropId: string) {
  return queryOptions({
    queryKey: [...dropKeys.all, 'rank', dropId] as const,
    queryFn: async ({ signal }) => {
      const { data } = await client
        .from('voice_drop_ranks')
        .select(
          'posted_at, listened, listened_new, liked, liked_new, commented, commented_new, bookmarked, bookmarked_new',
        )
        .eq('voice_drop_id', dropId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data && { ...data, readAt: new Date() };
    },
    staleTime: 0,
  });
}
