import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { personFromRow, type Person } from './person.ts';
import { peopleKeys } from './queries.ts';

/** The people who ask to follow an account, the latest first. Declined ones are left out. */
export function followRequestsOptions(client: SupabaseClient, accountId: string) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.requestsTo(accountId),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<Person>) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<Person>> => {
      let query = client
        .from('follow_requests')
        .select(
          'id, created_at, requester:profiles!follow_requests_requester_id_fkey!inner(user_id, username, avatar_url)',
        )
        .eq('account_id', accountId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, LIST_PAGE_SIZE, ({ requester }) =>
        personFromRow(requester.user_id, requester),
      );
    },
  });
}

/** The number of people who ask to follow an account. */
export function requestCountOptions(client: SupabaseClient, accountId: string) {
  return queryOptions({
    queryKey: peopleKeys.requestCount(accountId),
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await client
        .from('follow_requests')
        .select('*', { count: 'exact', head: true })
        .eq('account_id', accountId)
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}
