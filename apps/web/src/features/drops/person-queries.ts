import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { cursorPage, olderThan } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { DROP_COLUMNS, dropFromRow } from './drop.ts';
import { dropKeys } from './drop-keys.ts';
import { readPage } from './drop-cache.ts';
import { paging } from './queries.ts';

/** The drops that a person likes, the latest like first. Only the viewer's own likes are readable. */
export function likedDropsOptions(client: SupabaseClient, userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.likedBy(userId),
    queryFn: ({ client: queryClient, pageParam, signal }) =>
      readPage(queryClient, async () => {
        let query = client
          .from('voice_drop_likes')
          .select(`id, created_at, drop:voice_drops!inner(${DROP_COLUMNS})`)
          .eq('user_id', userId);
        if (pageParam) query = query.or(olderThan(pageParam));
        const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
        return cursorPage(data, LIST_PAGE_SIZE, (like) => dropFromRow(like.drop));
      }),
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
