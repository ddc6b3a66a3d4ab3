import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { notificationKeys } from './notification-keys.ts';

/* Separate from queries.ts, so that the bell loads with the page without the code of the lists. */

/** How often the count is refetched while the page is visible. */
const REFETCH_INTERVAL_MS = 60_000;

/** The number of the recipient's unread notifications. */
export function unreadCountOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: notificationKeys.unread(userId),
    // The live channel of a sleeping tab misses events.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: REFETCH_INTERVAL_MS,
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await client
        .from('notifications')
        .select('id', { count: 'exact', head: true })
        .eq('recipient_id', userId)
        .eq('read', false)
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}
