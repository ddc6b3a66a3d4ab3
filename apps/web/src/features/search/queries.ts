import { infiniteQueryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { wordsFilter } from '#features/drops/drop-search.ts';
import { DROP_COLUMNS, dropFromRow, type DropRow } from '#features/drops/drop.ts';
import { dropKeys, inPageOrder, pagingBothWays, type DropPage } from '#features/drops/queries.ts';
import { errorCode } from '#lib/backend-error.ts';
import { beyond, cursorPageBothWays, type Cursor, type PageStart } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { ExploreSearch } from './explore-search.ts';

const exploreKeys = {
  /** Under the key of drop lists, so that a change to a drop updates these results as well. */
  found: ({ filter, words }: ExploreSearch) =>
    [...dropKeys.lists(), 'explore', filter, words] as const,
};

const HOUR = 3_600_000;

/** Short drops last less than the first, long drops more than the second, and medium drops between the two inclusive. */
const SHORT_DROP_SECONDS = 30;
const LONG_DROP_SECONDS = 120;

/** Recent drops were created within this many hours. */
const RECENT_DROP_HOURS = 24;

/** A drop's columns, and its author joined once more to filter by private accounts. */
const COLUMNS = `${DROP_COLUMNS}, account:profiles!voice_drops_user_id_fkey!inner()`;

/**
 * Where the words of drops are searched: those that everyone sees, in an index, and apart from them
 * what the viewer sees as a follower, which is little.
 */
const WORDS = ['voice_drop_words', 'withheld_drop_words'] as const;

const foundIn = (view: (typeof WORDS)[number]) => `${COLUMNS}, words:${view}!inner()`;

/** The page of a list that is read in two: each part's rows are in order, and none is in both. */
function firstOf(parts: readonly DropRow[][], start: PageStart | undefined): DropRow[] {
  const order = start?.newer ? 1 : -1;
  const position = ({ created_at: createdAt, id }: DropRow) => `${createdAt} ${id}`;
  return parts
    .flat()
    .toSorted((one, other) => (position(one) < position(other) ? -order : order))
    .slice(0, FEED_PAGE_SIZE);
}

/** PostgreSQL's code for a statement that ran out of time, or was canceled. */
const QUERY_CANCELED = '57014';

/** What to say of a search that failed; undefined where it is not known to be the search's own fault. */
export function searchFailure({ words }: ExploreSearch, error: unknown): string | undefined {
  if (words === '' || errorCode(error) !== QUERY_CANCELED) return undefined;
  return 'This search takes too long. Please search for more letters, or another word.';
}

/** What a search for popular drops reads: places in Hot, in their order, with the drops. */
interface PopularRow {
  hot: number;
  drop: DropRow;
}

/** A page of the public drops that match, in the order of Hot. A cursor has the key in place of a time. */
async function readPopularPage(
  client: SupabaseClient,
  words: string,
  start: Cursor | undefined,
  signal: AbortSignal,
): Promise<DropPage> {
  const found = words === '' ? '' : `, words:${WORDS[0]}!inner()`;
  let query = client
    .from('voice_drop_ranks')
    .select<string, PopularRow>(`hot, drop:voice_drops!inner(${DROP_COLUMNS}${found})`);
  if (words !== '') query = query.or(wordsFilter(words), { referencedTable: 'drop.words' });
  if (start) {
    query = query
      .lte('hot', start.createdAt)
      .or(`hot.lt.${start.createdAt},voice_drop_id.lt.${start.id}`);
  }
  const { data } = await query
    .order('hot', { ascending: false })
    .order('voice_drop_id', { ascending: false })
    .limit(FEED_PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError();
  const last = data.length === FEED_PAGE_SIZE ? data.at(-1) : undefined;
  return {
    items: data.map(({ drop }) => dropFromRow(drop)),
    next: last && { createdAt: String(last.hot), id: last.drop.id },
  };
}

/**
 * The drops that match a search, newest first, popular ones in the order of Hot. Excludes drops of private accounts, even for their
 * followers, and the viewer's own private drops.
 */
export function exploreDropsOptions(client: SupabaseClient, search: ExploreSearch) {
  const { words, filter } = search;
  return infiniteQueryOptions({
    ...pagingBothWays,
    queryKey: exploreKeys.found(search),
    // Popular is read downwards alone: a long list keeps all of its pages.
    maxPages: filter === 'popular' ? 0 : pagingBothWays.maxPages,
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      if (filter === 'popular') return readPopularPage(client, words, pageParam, signal);
      const read = async (columns: string): Promise<DropRow[]> => {
        let query = client
          .from('voice_drops')
          .select<string, DropRow>(columns)
          .is('account.is_private', false)
          .neq('privacy_level', 'private');
        if (words !== '') query = query.or(wordsFilter(words), { referencedTable: 'words' });
        if (filter === 'recent') {
          query = query.gte(
            'created_at',
            new Date(Date.now() - RECENT_DROP_HOURS * HOUR).toISOString(),
          );
        }
        if (filter === 'short') query = query.lt('duration', SHORT_DROP_SECONDS);
        if (filter === 'medium') {
          query = query.gte('duration', SHORT_DROP_SECONDS).lte('duration', LONG_DROP_SECONDS);
        }
        if (filter === 'long') query = query.gt('duration', LONG_DROP_SECONDS);
        if (pageParam) query = query.or(beyond(pageParam));
        const { data } = await inPageOrder(query, pageParam).abortSignal(signal).throwOnError();
        return data;
      };
      const rows =
        words === ''
          ? await read(COLUMNS)
          : firstOf(await Promise.all(WORDS.map((view) => read(foundIn(view)))), pageParam);
      return cursorPageBothWays(pageParam, rows, FEED_PAGE_SIZE, dropFromRow);
    },
  });
}
