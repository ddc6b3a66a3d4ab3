import { queryOptions } from '@tanstack/react-query';
import { pushKeys, pushSubscription } from '#lib/push-device.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** A device on which an account receives push messages. */
export interface PushDevice {
  id: string;
  userId: string;
  userAgent: string | null;
  /** When its app was last opened. */
  renewedAt: string;
  isCurrent: boolean;
}

/** The account's devices, this one first, then the most recently active. */
export function pushDevicesOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: pushKeys.devices(userId),
    queryFn: async ({ signal }): Promise<PushDevice[]> => {
      const { data } = await client
        .from('push_subscriptions')
        .select('id, endpoint, user_agent, renewed_at')
        .order('renewed_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError();
      const here = await pushSubscription();
      return data
        .map((row) => ({
          id: row.id,
          userId,
          userAgent: row.user_agent,
          renewedAt: row.renewed_at,
          isCurrent: row.endpoint === here?.endpoint,
        }))
        .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
    },
    staleTime: 0,
  });
}
