import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { messageKeys } from './message-keys.ts';

/* Separate from queries.ts, so that the badge loads without the code of the lists. */

/** How often the count is refetched while the page is visible, in milliseconds. */
const REFETCH_INTERVAL = 60_000;

/** The number of conversations in the inbox with unread messages; not of those that are muted. */
export function unreadConversationsOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: messageKeys.unread(userId),
    // The live channel of a sleeping tab misses events.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: REFETCH_INTERVAL,
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await client
        .from('conversation_participants')
        .select('conversation_id', { count: 'exact', head: true })
        .eq('user_id', userId)
        .gt('unread_count', 0)
        .eq('is_accepted', true)
        .eq('is_muted', false)
        .eq('is_archived', false)
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}
