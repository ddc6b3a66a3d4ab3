import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { supabase } from '#lib/supabase.ts';
import { cursorPage, olderThan, type Cursor, type CursorPage } from './cursor.ts';
import { DROP_COLUMNS, dropFromRow, type Drop } from './drop.ts';

export const dropKeys = {
  all: ['drops'] as const,
  /** Above every list whose pages hold drops: what happens to a drop is told to all of them. */
  lists: () => [...dropKeys.all, 'list'] as const,
  recent: () => [...dropKeys.lists(), 'recent'] as const,
  byAuthor: (userId: string) => [...dropKeys.lists(), 'author', userId] as const,
  /** Above the lists of what someone likes. */
  liked: () => [...dropKeys.lists(), 'liked'] as const,
  likedBy: (userId: string) => [...dropKeys.liked(), userId] as const,
  /** Above the lists of what someone has put aside. */
  bookmarks: () => [...dropKeys.lists(), 'bookmarked'] as const,
  /** Above every single drop that has a page of its own. */
  details: () => [...dropKeys.all, 'detail'] as const,
  detail: (id: string) => [...dropKeys.details(), id] as const,
  count: (userId: string) => [...dropKeys.all, 'count', userId] as const,
};

export type DropPage = CursorPage<Drop>;

/** What is the same for every list of drops: pages from the newest on, each beginning where the last ended. */
const paging = {
  initialPageParam: undefined as Cursor | undefined,
  getNextPageParam: (page: DropPage) => page.next,
};

/** The newest drops that the viewer may see. */
export function recentDropsOptions() {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.recent(),
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      let query = supabase.from('voice_drops').select(DROP_COLUMNS);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, FEED_PAGE_SIZE, dropFromRow);
    },
  });
}

/** Someone's drops, newest first. */
export function authorDropsOptions(userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.byAuthor(userId),
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      let query = supabase.from('voice_drops').select(DROP_COLUMNS).eq('user_id', userId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, FEED_PAGE_SIZE, dropFromRow);
    },
  });
}

/** The drops that someone likes, the latest like first. Only one's own likes can be read. */
export function likedDropsOptions(userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.likedBy(userId),
    queryFn: async ({ pageParam, signal }): Promise<DropPage> => {
      let query = supabase
        .from('voice_drop_likes')
        .select(`id, created_at, drop:voice_drops!inner(${DROP_COLUMNS})`)
        .eq('user_id', userId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, FEED_PAGE_SIZE, (like) => dropFromRow(like.drop));
    },
  });
}

/** One drop by its id, or null where there is none that the viewer may see. */
export function dropOptions(id: string) {
  return queryOptions({
    queryKey: dropKeys.detail(id),
    queryFn: async ({ signal }): Promise<Drop | null> => {
      const { data } = await supabase
        .from('voice_drops')
        .select(DROP_COLUMNS)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data && dropFromRow(data);
    },
  });
}

/** How many drops someone has that the viewer may see; of one's own, all. */
export function dropCountOptions(userId: string) {
  return queryOptions({
    queryKey: dropKeys.count(userId),
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await supabase
        .from('voice_drops')
        .select('id', { count: 'exact', head: true })
        .eq('user_id', userId)
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}

interface Sortable<Query> {
  order: (column: string, options: { ascending: boolean }) => Query;
  limit: (count: number) => Query;
}

function newestFirst<Query extends Sortable<Query>>(query: Query): Query {
  return query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(FEED_PAGE_SIZE);
}
