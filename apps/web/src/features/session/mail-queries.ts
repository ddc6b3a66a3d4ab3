import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Whether the site sends mails. While that is not known, screens promise none. */
export function sendsMailOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: ['sends-mail'] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const functions = await client.functions();
      const { data, error } = await functions.invoke<{ sendsMail: boolean }>('push', {
        method: 'GET',
        signal,
      });
      if (error) throw error;
      return data?.sendsMail ?? false;
    },
    staleTime: Infinity,
  });
}
