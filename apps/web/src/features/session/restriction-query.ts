import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

export const restrictionKey = (userId: string) => ['restriction', userId] as const;

/** What the account may not do at present. */
interface Restriction {
  kind: 'suspended' | 'banned';
  /** When a suspension ends, ISO 8601; null for one without an end, and for a ban. */
  until: string | null;
}

/** The bounds of the time until a suspension that is about to end is read again: the server decides when it has ended, ms. */
const READ_AGAIN = { earliest: 5000, latest: 3_600_000 };

/** Whether the reader is suspended or banned; null for everybody else. A live message says when that changes. */
export function restrictionOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: restrictionKey(userId),
    queryFn: async ({ signal }): Promise<Restriction | null> => {
      const { data } = await client
        .rpc('own_restriction', {}, { get: true })
        .abortSignal(signal)
        .throwOnError();
      const [row] = data;
      return row
        ? { kind: row.kind === 'banned' ? 'banned' : 'suspended', until: row.until }
        : null;
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data?.until
        ? Math.min(
            Math.max(Date.parse(data.until) - Date.now(), READ_AGAIN.earliest),
            READ_AGAIN.latest,
          )
        : false,
  });
}
