import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Json } from '@undertone/database-types/database';
import type { SupabaseClient } from '#lib/supabase.ts';
import { camelJson } from '#features/desk/camel-json.ts';
import { deskKeys } from '#features/desk/desk-queries.ts';
import type { CaseFile, CaseItem, PersonHistory } from './case.ts';
import type { QueueFilters } from './queue-filters.ts';

export const caseKeys = {
  /** Prefix of all that changes with a case. */
  all: () => [...deskKeys.shown(), 'cases'] as const,
  queues: () => [...caseKeys.all(), 'queue'] as const,
  queue: (filters: QueueFilters) => [...caseKeys.queues(), filters] as const,
  case: (id: string) => [...caseKeys.all(), 'case', id] as const,
  history: (person: string) => [...caseKeys.all(), 'history', person] as const,
};

/** Numbers for the head of the queue; counted up to a thousand. */
interface QueueCounts {
  open: number;
  mine: number;
  overdue: number;
}

export interface QueuePage {
  cases: CaseItem[];
  /** Where the next page begins. */
  next: Json;
  /** Null on all pages but the first. */
  counts: QueueCounts | null;
}

/** The cases that wait, or that are decided. */
export function queueOptions(client: SupabaseClient, filters: QueueFilters) {
  return infiniteQueryOptions({
    queryKey: caseKeys.queue(filters),
    initialPageParam: null as Json,
    getNextPageParam: (page: QueuePage) => page.next ?? undefined,
    queryFn: async ({ pageParam: after, signal }): Promise<QueuePage> => {
      const { data } = await client
        .rpc('desk_queue', { filters: { ...filters }, ...(after !== null && { after }) })
        .abortSignal(signal)
        .throwOnError();
      return JSON.parse(camelJson(data));
    },
    staleTime: 0,
  });
}

/** A case with its evidence, reports and history. */
export function caseOptions(client: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: caseKeys.case(id),
    queryFn: async ({ signal }): Promise<CaseFile> => {
      const { data } = await client
        .rpc('desk_case', { case: id })
        .abortSignal(signal)
        .throwOnError();
      return JSON.parse(camelJson(data));
    },
    staleTime: 0,
  });
}

/** Opens the case of a drop, a comment or a person, if there is none that is open. @returns its id */
export function openedCaseOptions(client: SupabaseClient, kind: string, subject: string) {
  return queryOptions({
    // Not among the keys of cases, which are read again when a case has changed: this changes one.
    queryKey: [...deskKeys.shown(), 'opened', kind, subject],
    queryFn: async ({ signal }): Promise<string> => {
      const { data } = await client
        .rpc('desk_open', { kind, subject })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** What was reported of a person, and what was decided. */
export function historyOptions(client: SupabaseClient, person: string) {
  return queryOptions({
    queryKey: caseKeys.history(person),
    queryFn: async ({ signal }): Promise<PersonHistory> => {
      const { data } = await client
        .rpc('desk_history', { person })
        .abortSignal(signal)
        .throwOnError();
      return JSON.parse(camelJson(data));
    },
    staleTime: 0,
  });
}
