import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The second factors of the signed-in account that have been shown to work. */
export function verifiedFactorsOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: sessionKeys.factors(userId),
    queryFn: async (): Promise<Factor[]> => {
      const { data, error } = await (await client.auth()).mfa.listFactors();
      if (error) throw error;
      return data.all.filter(({ status }) => status === 'verified');
    },
  });
}
