import { infiniteQueryOptions } from '@tanstack/react-query';
import { findable, FOUND_COLUMNS, foundIn, type WordsView } from '@undertone/domain/found-drops';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { wordsFilter } from '#features/drops/drop-search.ts';
import { DROP_COLUMNS, dropFromRow, type Drop, type DropRow } from '#features/drops/drop.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { readPage } from '#features/drops/drop-cache.ts';
import { withoutMuted, type DropPage } from '#features/drops/drop-pages.ts';
import { inPageOrder, paging, pagingBothWays } from '#features/drops/queries.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import { errorCode } from '#lib/backend-error.ts';
import {
  beyond,
  cursorPageBothWays,
  type Cursor,
  type CursorPage,
  type PageStart,
} from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { ExploreSearch } from './explore-search.ts';
import { rankMatches, type Match } from './rank-matches.ts';
import type { TagOrder } from './tag-search.ts';

const exploreKeys = {
  found: ({ filter, words }: ExploreSearch) =>
    [...dropKeys.lists(), 'explore', filter, words] as const,
  tagged: (tag: string, order: TagOrder) => [...dropKeys.lists(), 'tag', tag, order] as const,
};

const HOUR = 3_600_000;

/** Short drops last less than the first, long drops more than the second, and medium drops between the two inclusive. */
const SHORT_DROP_SECONDS = 30;
const LONG_DROP_SECONDS = 120;

/** Recent drops were created within this many hours. */
const RECENT_DROP_HOURS = 24;

/**
 * Where the words of drops are searched: those that everyone sees, in an index, and apart from them
 * what the viewer sees as a follower, which is little.
 */
const WORDS: readonly [WordsView, WordsView] = ['voice_drop_words', 'nonpublic_drop_words'];

/** The columns by which matches are ordered. */
const MATCH_COLUMNS =
  'id, title, hashtags, created_at, author:profiles!voice_drops_user_id_fkey(username), account:profiles!voice_drops_user_id_fkey!inner()';

/** The number of hottest matches that are ranked; all others follow by time. */
const RANKED_MATCHES = 100;

/** A row from which matches are ordered. Drops that visitors do not see have no rank; their time of posting replaces it. */
interface MatchRow extends Pick<DropRow, 'id' | 'title' | 'hashtags' | 'created_at'> {
  author: { username: string | null } | null;
  rank?: { hot: number } | null;
}

/** Where a search continues after a page: with the ranked matches that are not shown yet, then by time. */
interface MatchStart {
  left: readonly string[];
  ranked: readonly string[];
  /** Whether the ranked matches are all matches. */
  isAll: boolean;
  /** The last drop that was read by time. */
  after: Cursor | undefined;
}

/** A page of the drops that were found. */
interface FoundPage extends CursorPage<Drop> {
  more?: MatchStart | undefined;
}

type StoredFoundPage = DropPage & Pick<FoundPage, 'more'>;

/** PostgreSQL's code for a statement that ran out of time, or was canceled. */
const QUERY_CANCELED = '57014';

/** The message for a search that took too long; undefined for any other failure. */
export function searchFailure({ words }: ExploreSearch, error: unknown): string | undefined {
  if (words === '' || errorCode(error) !== QUERY_CANCELED) return undefined;
  return 'This search takes too long. Please search for more letters, or another word.';
}

const searched = <Row>(client: SupabaseClient, columns: string) =>
  findable(client.from('voice_drops').select<string, Row>(columns));

/** The drops that a search and its filter leave. */
function found<Row>(client: SupabaseClient, { words, filter }: ExploreSearch, columns: string) {
  let query = searched<Row>(client, columns);
  if (words !== '') query = query.or(wordsFilter(words), { referencedTable: 'words' });
  if (filter === 'recent') {
    query = query.gte('created_at', new Date(Date.now() - RECENT_DROP_HOURS * HOUR).toISOString());
  }
  if (filter === 'short') query = query.lt('duration', SHORT_DROP_SECONDS);
  if (filter === 'medium') {
    query = query.gte('duration', SHORT_DROP_SECONDS).lte('duration', LONG_DROP_SECONDS);
  }
  if (filter === 'long') query = query.gt('duration', LONG_DROP_SECONDS);
  return query;
}

/** A page by time of the drops that one or two queries find. No drop is found by both. */
async function readByTime(
  queries: readonly ReturnType<typeof searched<DropRow>>[],
  start: PageStart | undefined,
  signal: AbortSignal,
): Promise<DropRow[]> {
  const parts = await Promise.all(
    queries.map(async (query) => {
      const page = inPageOrder(start ? query.or(beyond(start)) : query, start);
      return (await page.abortSignal(signal).throwOnError()).data;
    }),
  );
  const order = start?.newer ? 1 : -1;
  const position = ({ created_at: createdAt, id }: DropRow) => `${createdAt} ${id}`;
  return parts
    .flat()
    .toSorted((one, other) => (position(one) < position(other) ? -order : order))
    .slice(0, LIST_PAGE_SIZE);
}

/** The hottest matches, and the newest of what visitors do not see, the best first. */
async function readRanking(
  client: SupabaseClient,
  search: ExploreSearch,
  signal: AbortSignal,
): Promise<MatchStart> {
  const open = found<MatchRow>(
    client,
    search,
    `${MATCH_COLUMNS}, rank:voice_drop_ranks!inner(hot), words:voice_drop_words!inner()`,
  ).order('rank(hot)', { ascending: false });
  const withheld = found<MatchRow>(
    client,
    search,
    `${MATCH_COLUMNS}, words:nonpublic_drop_words!inner()`,
  ).order('created_at', { ascending: false });
  const parts = await Promise.all(
    [open, withheld].map(async (query) => {
      const ordered = query.order('id', { ascending: false }).limit(RANKED_MATCHES);
      return (await ordered.abortSignal(signal).throwOnError()).data;
    }),
  );
  const matches = parts.flat().map((row): Match & { id: string } => ({
    id: row.id,
    title: row.title,
    hashtags: row.hashtags,
    username: row.author?.username ?? null,
    hot: row.rank?.hot ?? new Date(row.created_at).getTime(),
  }));
  const ranked = rankMatches(search.words, matches).map(({ id }) => id);
  const isAll = parts.every((rows) => rows.length < RANKED_MATCHES);
  return { left: ranked, ranked, isAll, after: undefined };
}

/** A page of the matches: the ranked ones in their order, then the others by time. */
async function readMatches(
  client: SupabaseClient,
  search: ExploreSearch,
  start: MatchStart,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { left, ranked, isAll } = start;
  if (left.length > 0) {
    const ids = left.slice(0, LIST_PAGE_SIZE);
    const more = { ...start, left: left.slice(LIST_PAGE_SIZE) };
    const isLast = isAll && more.left.length === 0;
    return {
      items: await readDrops(client, ids),
      next: undefined,
      more: isLast ? undefined : more,
    };
  }
  let { after } = start;
  // Skips pages whose drops have all been shown as ranked matches.
  for (;;) {
    const queries = WORDS.map((view) => found<DropRow>(client, search, foundIn(view)));
    const rows = await readByTime(queries, after, signal);
    const last = rows.length === LIST_PAGE_SIZE ? rows.at(-1) : undefined;
    after = last && { createdAt: last.created_at, id: last.id };
    const items = rows.filter(({ id }) => !ranked.includes(id)).map(dropFromRow);
    if (items.length > 0 || !after) {
      return { items, next: undefined, more: after && { ...start, after } };
    }
  }
}

/** A row of a search for popular drops: a rank in Hot with its drop. */
interface PopularRow {
  hot: number;
  drop: DropRow;
}

/** The public drops with a hashtag, or that match words. */
type Popular = { tag: string } | { words: string };

/** A page of public drops in the order of Hot. A cursor has the key in place of a time. */
async function readPopularPage(
  client: SupabaseClient,
  sought: Popular,
  start: Cursor | undefined,
  signal: AbortSignal,
): Promise<CursorPage<Drop>> {
  let query = client
    .from('voice_drop_ranks')
    .select<string, PopularRow>(
      `hot, drop:voice_drops!inner(${DROP_COLUMNS}, words:${WORDS[0]}!inner())`,
    )
    .not('drop.is_muted', 'is', true);
  query =
    'tag' in sought
      ? query.contains('drop.words.hashtags', [sought.tag])
      : query.or(wordsFilter(sought.words), { referencedTable: 'drop.words' });
  if (start) {
    query = query
      .lte('hot', start.createdAt)
      .or(`hot.lt.${start.createdAt},voice_drop_id.lt.${start.id}`);
  }
  const { data } = await query
    .order('hot', { ascending: false })
    .order('voice_drop_id', { ascending: false })
    .limit(LIST_PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError();
  const last = data.length === LIST_PAGE_SIZE ? data.at(-1) : undefined;
  return {
    items: data.map(({ drop }) => dropFromRow(drop)),
    next: last && { createdAt: String(last.hot), id: last.drop.id },
  };
}

const isMatchStart = (start: PageStart | MatchStart): start is MatchStart => 'ranked' in start;

/**
 * The drops that match a search: popular ones in the order of Hot, without words the newest first,
 * otherwise the best of the hottest matches, and then all others by time.
 */
export function exploreDropsOptions(client: SupabaseClient, search: ExploreSearch) {
  return infiniteQueryOptions({
    ...pagingBothWays,
    queryKey: exploreKeys.found(search),
    initialPageParam: undefined as PageStart | MatchStart | undefined,
    getNextPageParam: (page: StoredFoundPage) => page.more ?? page.next,
    getPreviousPageParam: (page: DropPage) => page.previous,
    // Only lists by time are read upwards, too: the others keep all of their pages.
    maxPages: search.words === '' && search.filter !== 'popular' ? pagingBothWays.maxPages : 0,
    queryFn: ({ client: queryClient, pageParam, signal }) =>
      readPage(queryClient, async (): Promise<FoundPage> => {
        const place = pageParam && !isMatchStart(pageParam) ? pageParam : undefined;
        if (search.filter === 'popular') return readPopularPage(client, search, place, signal);
        if (search.words !== '') {
          const start =
            pageParam && isMatchStart(pageParam)
              ? pageParam
              : await readRanking(client, search, signal);
          if (start.ranked.length === 0) return { items: [], next: undefined };
          return readMatches(client, search, start, signal);
        }
        const rows = await readByTime([found(client, search, FOUND_COLUMNS)], place, signal);
        return cursorPageBothWays(place, rows, LIST_PAGE_SIZE, dropFromRow);
      }).then(withoutMuted),
  });
}

/**
 * The drops with a hashtag, newest first; for members also those that only followers see.
 *
 * @param isMember whether the viewer is signed in
 */
export function newestTaggedOptions(client: SupabaseClient, tag: string, isMember: boolean) {
  return infiniteQueryOptions({
    ...pagingBothWays,
    queryKey: exploreKeys.tagged(tag, 'newest'),
    queryFn: ({ client: queryClient, pageParam, signal }) =>
      readPage(queryClient, async () => {
        const queries = WORDS.slice(0, isMember ? 2 : 1).map((view) =>
          searched<DropRow>(client, foundIn(view)).contains('words.hashtags', [tag]),
        );
        const rows = await readByTime(queries, pageParam, signal);
        return cursorPageBothWays(pageParam, rows, LIST_PAGE_SIZE, dropFromRow);
      }).then(withoutMuted),
  });
}

/** The public drops with a hashtag in the order of Hot. */
export function hottestTaggedOptions(client: SupabaseClient, tag: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: exploreKeys.tagged(tag, 'hottest'),
    queryFn: ({ client: queryClient, pageParam, signal }) =>
      readPage(queryClient, () => readPopularPage(client, { tag }, pageParam, signal)).then(
        withoutMuted,
      ),
  });
}
