import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The verified second factors of the signed-in account. */
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

/** The name that the owner gave to a second factor, or the name of its type. */
export function factorName({ friendly_name: name, factor_type: type }: Factor): string {
  if (name) return name;
  return type === 'phone' ? 'Phone' : 'Authenticator app';
}
