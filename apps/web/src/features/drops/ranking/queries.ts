import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { TRENDING_DAYS } from '@undertone/domain/ranking';
import { orKept, readPage } from '#features/drops/drop-cache.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { withoutMuted, type ListedPage } from '#features/drops/drop-pages.ts';
import { dropListDefaults } from '#features/drops/queries.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import { readFinishedDrops } from '#features/player/finished-drops.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { selectPage, type Candidate } from './select-page.ts';
import type { RankedList } from './ranked-list.ts';

const DAY = 86_400_000;

/** How many places are read for a page, from which its drops are selected. */
const CANDIDATES = 3 * LIST_PAGE_SIZE;

/** A page is returned after this many reads even if it is short, because nearly all drops are hidden. */
const READS_MAX = 5;

/** Where a page begins. */
interface PageStart {
  /** The last place that was considered. */
  after: Candidate | undefined;
  /** Whether there is no place after that. */
  isAll: boolean;
  /** The places that earlier pages have moved to this one. */
  held: readonly Candidate[];
}

interface RankedPage extends ListedPage {
  next: PageStart | undefined;
}

/** Reads the places that come after another, the highest first. */
async function readPlaces(
  client: SupabaseClient,
  list: RankedList,
  after: Candidate | undefined,
  signal: AbortSignal,
): Promise<Candidate[]> {
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

/**
 * The drops of a ranked list, at most two of an author on each page.
 *
 * @param listener a member whose heard drops are left out, which only this device knows; they are read for each page
 */
export function rankedDropsOptions(client: SupabaseClient, list: RankedList, listener?: string) {
  return infiniteQueryOptions({
    ...dropListDefaults,
    queryKey: [...dropKeys.lists(), list, listener === undefined ? 'all' : 'unheard'] as const,
    initialPageParam: undefined as PageStart | undefined,
    getNextPageParam: (page: RankedPage) => page.next,
    queryFn: (context): Promise<RankedPage> => {
      const { client: queryClient, pageParam, signal } = context;
      const read = async () => {
        const heard = readFinishedDrops(listener);
        let start: PageStart = pageParam ?? { after: undefined, isAll: false, held: [] };
        let ids: readonly string[] = [];
        let hasHeard = false;
        for (let read = 0; read < READS_MAX; read++) {
          const { after, held } = start;
          const places = start.isAll ? [] : await readPlaces(client, list, after, signal);
          const chosen = selectPage(held, places, heard, LIST_PAGE_SIZE);
          ({ ids } = chosen);
          hasHeard ||= [...held, ...places].some(({ id }) => heard.has(id));
          const isAll = places.length < CANDIDATES && chosen.last === places.at(-1);
          start = { after: chosen.last ?? after, isAll, held: chosen.held };
          if (ids.length > 0 || isAll) break;
        }
        const isLast = start.isAll && start.held.length === 0;
        return {
          items: ids.length > 0 ? await readDrops(client, ids) : [],
          next: isLast ? undefined : start,
          hasHeard,
        };
      };
      return readPage(queryClient, () => read().catch(orKept(client, context))).then(withoutMuted);
    },
  });
}

/** The numbers that place a drop in the ranked lists; `rank` is null if the drop is no longer public. */
export function placeOptions(client: SupabaseClient, dropId: string) {
  return queryOptions({
    queryKey: [...dropKeys.all, 'place', dropId] as const,
    queryFn: async ({ signal }) => {
      const { data: rank } = await client
        .from('voice_drop_ranks')
        .select(
          'posted_at, listened, listened_new, liked, liked_new, commented, commented_new, bookmarked, bookmarked_new',
        )
        .eq('voice_drop_id', dropId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return { rank, readAt: new Date() };
    },
    staleTime: 0,
  });
}
