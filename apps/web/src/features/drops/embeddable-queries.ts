import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

const embeddableKeys = { of: (dropId: string) => ['embeddable', dropId] as const };

/** Whether other sites may embed a drop: it is public, and so is its author's account. */
export function isEmbeddableOptions(client: SupabaseClient, dropId: string) {
  return queryOptions({
    queryKey: embeddableKeys.of(dropId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await client
        .from('voice_drops')
        .select('id, author:profiles!voice_drops_user_id_fkey!inner(is_private)')
        .eq('id', dropId)
        .in('audience', ['public', 'unlisted'])
        .eq('author.is_private', false)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data !== null;
    },
  });
}
