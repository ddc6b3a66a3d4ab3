import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { cursorPage, olderThan } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { DROP_COLUMNS, dropFromRow } from './drop.ts';
import { dropKeys } from './drop-keys.ts';
import { withoutMuted } from './drop-pages.ts';
import { readPage } from './drop-cache.ts';
import { paging } from './queries.ts';

/** A like with its drop, if the viewer may see that. */
const LIKE_COLUMNS = `id, created_at, drop:voice_drops!inner(${DROP_COLUMNS})` as const;

/** The drops that a person likes, the latest like first. Only the viewer's own likes are readable. */
export function likedDropsOptions(client: SupabaseClient, userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.likedBy(userId),
    queryFn: ({ client: queryClient, pageParam, signal }) =>
      readPage(queryClient, async () => {
        let query = client.from('voice_drop_likes').select(LIKE_COLUMNS).eq('user_id', userId);
        if (pageParam) query = query.or(olderThan(pageParam));
        const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
        return cursorPage(data, LIST_PAGE_SIZE, (like) => dropFromRow(like.drop));
      }),
  });
}

/** The drops that a person likes and shows to others, the latest like first; none if they show none. */
export function shownLikesOptions(client: SupabaseClient, userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...dropKeys.liked(), 'shown', userId] as const,
    queryFn: async ({ client: queryClient, pageParam, signal }) => {
      const page = await readPage(queryClient, async () => {
        const start = pageParam && { before: pageParam.createdAt, before_id: pageParam.id };
        const query = client
          .rpc('shown_likes', { person: userId, ...start }, { get: true })
          .select(LIKE_COLUMNS);
        const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
        return cursorPage(data, LIST_PAGE_SIZE, (like) => dropFromRow(like.drop));
      });
      return withoutMuted(page);
    },
  });
}

/** The number of a person's drops that the viewer may see. */
export function dropCountOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: dropKeys.count(userId),
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await client
        .from('voice_drops')
        .select('id', { count: 'exact', head: true })
        .eq('user_id', userId)
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}
