import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { STATEMENT_COLUMNS, statementFromRow, type Statement } from './statement.ts';

export const statementKeys = {
  all: ['statements'] as const,
  list: (userId: string) => [...statementKeys.all, userId] as const,
  restriction: (userId: string) => [...statementKeys.all, 'restriction', userId] as const,
};

/** How many statements are shown, the latest first. */
const SHOWN = 100;

/** The decisions about the reader, the latest first. */
export function statementsOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: statementKeys.list(userId),
    queryFn: async ({ signal }): Promise<Statement[]> => {
      const { data } = await client
        .from('decisions')
        .select(STATEMENT_COLUMNS)
        .eq('person_id', userId)
        .order('decided_on', { ascending: false })
        // Of the same day, a decision that another one has replaced comes after it.
        .order('ended_on', { nullsFirst: true })
        .order('id')
        .limit(SHOWN)
        .abortSignal(signal)
        .throwOnError();
      return data.map(statementFromRow);
    },
  });
}

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
    queryKey: statementKeys.restriction(userId),
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
