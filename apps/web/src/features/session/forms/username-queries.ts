import { queryOptions } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Whether a username is available. Never answered from the cache, because another user may take
 * the name at any moment.
 *
 * @param userId the account that asks, whose own name counts as available; undefined at sign-up
 */
export function usernameAvailableOptions(
  client: SupabaseClient,
  username: string,
  userId?: string,
) {
  return queryOptions({
    queryKey: sessionKeys.usernameAvailable(username, userId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await client
        .rpc('check_username_available', {
          username_to_check: username,
          ...(userId !== undefined && { current_user_id: userId }),
        })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
