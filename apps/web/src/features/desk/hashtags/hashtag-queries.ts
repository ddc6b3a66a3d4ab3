import { queryOptions, useMutation } from '@tanstack/react-query';
import { trendingTopicsOptions } from '#features/tags/trending-topics-query.ts';
import { useApp } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { deskKeys } from '#features/desk/desk-queries.ts';

const HIDDEN_KEY = [...deskKeys.shown(), 'hashtags'] as const;

/** The hashtags that staff have hidden, by name. */
export const hiddenHashtagsOptions = (client: SupabaseClient) =>
  queryOptions({
    queryKey: HIDDEN_KEY,
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data } = await client.rpc('desk_hidden_hashtags').abortSignal(signal).throwOnError();
      return data;
    },
    staleTime: 0,
  });

/** Hides a hashtag from topics and suggestions, or shows it there again. */
export function useHideHashtag() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (change: { tag: string; hidden: boolean; reason: string }) => {
      await client.rpc('desk_hide_hashtag', change).throwOnError();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: HIDDEN_KEY }),
        queryClient.invalidateQueries({ queryKey: trendingTopicsOptions(client).queryKey }),
      ]);
    },
  });
}
