import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { STATEMENT_COLUMNS, statementFromRow, type Statement } from './statement.ts';

export const statementKeys = {
  all: ['statements'] as const,
  list: (userId: string) => [...statementKeys.all, userId] as const,
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
