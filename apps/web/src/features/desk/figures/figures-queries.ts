import { queryOptions } from '@tanstack/react-query';
import type { ReportReasonId } from '@undertone/domain/report-reason';
import type { SupabaseClient } from '#lib/supabase.ts';
import { camelJson } from '#features/desk/camel-json.ts';
import { deskKeys } from '#features/desk/desk-queries.ts';

/** What happened between two days, both included, as `2026-01-31` in UTC. */
export interface Figures {
  reports: number;
  reportsByReason: Partial<Record<ReportReasonId, number>>;
  casesOpen: number;
  casesDecided: number;
  /** Half of the decisions came sooner after their case was opened; null without any. */
  medianMinutes: number | null;
  /** By measure. */
  decisions: Record<string, number>;
  appeals: number;
  appealsDecided: number;
  appealsUpheld: number;
}

/** The numbers of a span of days. */
export function figuresOptions(client: SupabaseClient, since: string, until: string) {
  return queryOptions({
    queryKey: [...deskKeys.shown(), 'figures', since, until] as const,
    queryFn: async ({ signal }): Promise<Figures> => {
      const { data } = await client
        .rpc('desk_figures', { since, until })
        .abortSignal(signal)
        .throwOnError();
      return JSON.parse(camelJson(data));
    },
    staleTime: 0,
  });
}
