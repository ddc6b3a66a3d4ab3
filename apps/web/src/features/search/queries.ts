import { infiniteQueryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { publicWordsFilter } from '#features/drops/drop-search.ts';
import { DROP_COLUMNS, dropFromRow, type DropRow } from '#features/drops/drop.ts';
import { dropKeys, inPageOrder, pagingBothWays, type DropPage } from '#features/drops/queries.ts';
import { errorCode } from '#lib/backend-error.ts';
import { beyond, cursorPageBothWays } from '#lib/cursor.ts';
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
const COLUMNS = `${DROP_COLUMNS}, account:profiles!voice_drops_user_id_fkey!inner()` as const;

/** A drop's columns, and its words, which only drops that everyone may see have. */
const FOUND_COLUMNS = `${DROP_COLUMNS}, words:voice_drop_words!inner()` as const;

/** PostgreSQL's code for a statement that ran out of time, or was canceled. */
const QUERY_CANCELED = '57014';

/** What to say of a search that failed; undefined where it is not known to be the search's own fault. */
export function searchFailure({ words }: ExploreSearch, error: unknown): string | undefined {
  if (words === '' || errorCode(error) !== QUERY_CANCELED) return undefined;
  return 'This search takes too long. Please search for more letters, or another word.';
}

/**
 * The drops that match a search, newest first. Excludes drops of private accounts, even for their
 * followers, and the viewer's own private drops. Words find only drops that everyone may see.
 */
export function exploreDropsOptions(client: SupabaseClient, search: ExploreSearch) {
  const { words, filter } = search;
  return infiniteQueryOptions({
    ...pagingBothWays,
    queryKey: exploreKeys.found(search),
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      const drops = client.from('voice_drops');
      let query =
        words === ''
          ? drops
              .select<string, DropRow>(COLUMNS)
              .is('account.is_private', false)
              .neq('privacy_level', 'private')
          : drops
              .select<string, DropRow>(FOUND_COLUMNS)
              .or(publicWordsFilter(words), { referencedTable: 'words' });
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
      return cursorPageBothWays(pageParam, data, FEED_PAGE_SIZE, dropFromRow);
    },
  });
}
