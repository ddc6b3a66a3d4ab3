import { infiniteQueryOptions } from '@tanstack/react-query';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { newerThan, olderThan, type Cursor } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { dropSearchFilters, MATCHING_AUTHOR } from '#features/drops/drop-search.ts';
import { DROP_COLUMNS, dropFromRow, type Drop } from '#features/drops/drop.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { orKept, readPage } from '#features/drops/drop-cache.ts';
import type { ListedPage } from '#features/drops/drop-pages.ts';
import { dropListDefaults } from '#features/drops/queries.ts';
import type { BookmarkSearch } from './bookmark-search.ts';

/** The last bookmark of a page, with the values by which the orders sort. */
interface BookmarkCursor extends Cursor {
  duration: number;
}

export interface BookmarkPage extends ListedPage {
  next: BookmarkCursor | undefined;
  /** The number of bookmarks that the search finds; 0 on all pages but the first. */
  total: number;
}

/** A bookmark with its drop, if the viewer may see that. `shorter` joins the drop again for the cursor's condition. */
const COLUMNS =
  `id, created_at, drop:voice_drops!inner(${DROP_COLUMNS}, ${MATCHING_AUTHOR}), shorter:voice_drops()` as const;

/** The drops that a person has bookmarked. Only the viewer's own bookmarks are readable. */
export function bookmarkedDropsOptions(
  client: SupabaseClient,
  userId: string,
  { words, sort }: BookmarkSearch,
) {
  return infiniteQueryOptions({
    ...dropListDefaults,
    queryKey: [...dropKeys.bookmarks(), userId, sort, words] as const,
    // Refetched whenever the list is opened, since bookmarks may have been added on another device.
    staleTime: 0,
    initialPageParam: undefined as BookmarkCursor | undefined,
    getNextPageParam: (page: BookmarkPage) => page.next,
    queryFn: async (context): Promise<BookmarkPage> => {
      const { client: queryClient, pageParam: cursor, signal } = context;
      const read = async () => {
        let query = client
          .from('bookmarks')
          .select(COLUMNS, cursor ? {} : { count: 'exact' })
          .eq('user_id', userId);
        if (words !== '') {
          const { username, anyOf } = dropSearchFilters(words);
          query = query
            .ilike('drop.named.username', username)
            .or(anyOf, { referencedTable: 'drop' });
        }
        if (cursor && sort === 'recent') query = query.or(olderThan(cursor));
        if (cursor && sort === 'oldest') query = query.or(newerThan(cursor));
        if (cursor && sort === 'longest') {
          query = query
            .lte('drop.duration', cursor.duration)
            .lt('shorter.duration', cursor.duration)
            .or(`shorter.not.is.null,id.lt."${cursor.id}"`);
        }
        const ascending = sort === 'oldest';
        const { data, count } = await query
          .order(sort === 'longest' ? 'drop(duration)' : 'created_at', { ascending })
          .order('id', { ascending })
          .limit(LIST_PAGE_SIZE)
          .abortSignal(signal)
          .throwOnError();
        const last = data.length === LIST_PAGE_SIZE ? data.at(-1) : undefined;
        return {
          items: data.map(({ drop }) => dropFromRow(drop)),
          next: last && {
            createdAt: last.created_at,
            id: last.id,
            duration: last.drop.duration,
          },
          total: count ?? 0,
        };
      };
      const readKept = async (cause: unknown) => {
        const kept = await orKept(client, context)(cause);
        const items = findKept(kept.items, { words, sort });
        return { ...kept, items, total: items.length };
      };
      const page = await readPage(queryClient, () => read().catch(readKept));
      return { ...page, shows: (drop) => drop.isBookmarked };
    },
  });
}

/** Searches and sorts kept bookmarks, which are sorted by the time of the bookmark, as the server would. */
function findKept(drops: readonly Drop[], { words, sort }: BookmarkSearch): Drop[] {
  const wanted = words.toLowerCase();
  const found = drops.filter(({ title, author, hashtags, isBookmarked }) => {
    const texts = [title, author.username ?? '', ...hashtags];
    return isBookmarked && texts.some((text) => text.toLowerCase().includes(wanted));
  });
  if (sort === 'longest') return found.toSorted((one, other) => other.duration - one.duration);
  return sort === 'oldest' ? found.toReversed() : found;
}

/** The drops that were bookmarked last, to keep them on this device. */
export async function readLatestBookmarks(
  client: SupabaseClient,
  userId: string,
  count: number,
): Promise<Drop[]> {
  const { data } = await client
    .from('bookmarks')
    .select(`drop:voice_drops!inner(${DROP_COLUMNS})`)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(count)
    .throwOnError();
  return data.map(({ drop }) => dropFromRow(drop));
}
