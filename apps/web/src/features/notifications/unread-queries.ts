import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { notificationKeys } from './notification-keys.ts';

/* Apart from the other reads: the bell needs no more than this to be there with the page. */

/** How often the unread are counted anew while the page is in sight, in milliseconds. */
const RECOUNT_AFTER = 60_000;

/** How many notifications the recipient has not read. */
export function unreadCountOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: notificationKeys.unread(userId),
    // A notification that is taken back says so to nobody, and a live channel may have slept with its tab.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: RECOUNT_AFTER,
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
