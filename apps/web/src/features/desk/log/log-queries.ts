import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Json } from '@undertone/database-types/database';
import type { SupabaseClient } from '#lib/supabase.ts';
import { deskKeys } from '#features/desk/desk-queries.ts';

/** An act of staff. */
export interface LoggedAct {
  id: number;
  at: string;
  act: string;
  /** Undefined for the operator, and for what happens by itself. */
  staffId: string | undefined;
  staffName: string;
  subjectKind: string | undefined;
  subjectId: string | undefined;
  /** Whose the subject is. */
  personId: string | undefined;
  personName: string | undefined;
  reason: string | undefined;
  before: Json;
  after: Json;
}

/** The ids of whom the acts are about and by; undefined for all. */
export interface LogFilters {
  person?: string;
  staff?: string;
}

/** The acts of a page, as `desk_log` returns them. */
const PAGE_SIZE = 50;

/** What staff did, the latest first. */
export function logOptions(client: SupabaseClient, filters: LogFilters) {
  return infiniteQueryOptions({
    queryKey: deskKeys.log(filters),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: LoggedAct[]) =>
      page.length < PAGE_SIZE ? undefined : page.at(-1)?.id,
    queryFn: async ({ pageParam, signal }): Promise<LoggedAct[]> => {
      const { data } = await client
        .rpc('desk_log', { ...filters, ...(pageParam !== undefined && { before_id: pageParam }) })
        .abortSignal(signal)
        .throwOnError();
      return data.map((row) => ({
        id: row.id,
        at: row.at,
        act: row.act,
        staffId: row.staff_id ?? undefined,
        staffName: row.staff_name,
        subjectKind: row.subject_kind ?? undefined,
        subjectId: row.subject_id ?? undefined,
        personId: row.person_id ?? undefined,
        personName: row.person_name ?? undefined,
        reason: row.reason ?? undefined,
        before: row.before,
        after: row.after,
      }));
    },
    staleTime: 0,
  });
}
