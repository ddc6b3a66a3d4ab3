// Apart from the queries of profiles, which are part of the first load.
import { queryOptions } from '@tanstack/react-query';
import { peopleKeys } from '#features/people/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The present username of the account to which links with a former one lead; null if there is none. */
export function renamedOptions(client: SupabaseClient, username: string) {
  const handle = username.toLowerCase();
  return queryOptions({
    queryKey: [...peopleKeys.shown(), 'renamed', handle] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await client
        .rpc('find_renamed', { old_username: handle })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
}
