import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The hashtags that several people have used within two days, the highest first. */
export const trendingTopicsOptions = (client: SupabaseClient) =>
  queryOptions({
    queryKey: ['hashtags', 'trending'] as const,
    queryFn: async ({ signal }) => {
      const { data } = await client
        .from('trending_topics')
        .select('tag, drop_count, author_count')
        .order('trending', { ascending: false })
        .order('tag')
        .abortSignal(signal)
        .throwOnError();
      return data.map((row) => ({
        tag: row.tag,
        drops: row.drop_count,
        authors: row.author_count ?? 0,
      }));
    },
  });
