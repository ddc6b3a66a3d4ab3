import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { dropKeys } from './drop-keys.ts';

/** The words of a drop before a change. */
interface EarlierWords {
  id: string;
  title: string | null;
  replacedAt: string;
}

/** The words that an own drop had before, the latest first. */
export function earlierWordsOptions(client: SupabaseClient, dropId: string) {
  return queryOptions({
    queryKey: dropKeys.earlierWords(dropId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<EarlierWords[]> => {
      const { data } = await client
        .from('earlier_words')
        .select('id, title, replaced_at')
        .eq('voice_drop_id', dropId)
        .order('replaced_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError();
      return data.map(({ id, title, replaced_at }) => ({ id, title, replacedAt: replaced_at }));
    },
  });
}
