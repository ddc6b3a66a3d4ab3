import { infiniteQueryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { dropSearchFilters, MATCHING_AUTHOR } from '#features/drops/drop-search.ts';
import { DROP_COLUMNS, dropFromRow } from '#features/drops/drop.ts';
import { dropKeys, inPageOrder, pagingBothWays, type DropPage } from '#features/drops/queries.ts';
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
const COLUMNS =
  `${DROP_COLUMNS}, account:profiles!voice_drops_user_id_fkey!inner(), ${MATCHING_AUTHOR}` as const;

/**
 * The drops that match a search, newest first. Excludes drops of private accounts, even for their
 * followers, and the viewer's own private drops.
 */
export function exploreDropsOptions(client: SupabaseClient, search: ExploreSearch) {
  const { words, filter } = search;
  return infiniteQueryOptions({
    ...pagingBothWays,
    queryKey: exploreKeys.found(search),
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      let query = client
        .from('voice_drops')
        .select(COLUMNS)
        .is('account.is_private', false)
        .neq('privacy_level', 'private');
      if (words !== '') {
        const { username, anyOf } = dropSearchFilters(words);
        query = query.ilike('named.username', username).or(anyOf);
      }
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
