import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { dropKeys } from './drop-keys.ts';

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
