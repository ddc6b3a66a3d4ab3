import { infiniteQueryOptions } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { followingFromRow, type Following } from '#features/people/following.ts';
import { personFromRow, type Person, type PersonRow } from '#features/people/person.ts';
import { peopleKeys, type FollowSide } from '#features/people/queries.ts';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Somebody in a list of followers or of followed people. */
export interface ListedPerson extends Person {
  /** `none` for visitors. */
  following: Following;
  isPrivate: boolean;
}

interface FollowRow {
  id: string;
  created_at: string;
  person: PersonRow & {
    user_id: string;
    is_private: boolean;
    followed?: unknown[];
    requested?: unknown[];
  };
}

/** A person's followers or follows that the viewer may see, the latest follow first. */
export function followListOptions(
  client: SupabaseClient,
  userId: string,
  side: FollowSide,
  viewerId: string | undefined,
) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.followsOf(userId, side, viewerId),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<ListedPerson>) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<ListedPerson>> => {
      const [key, end] =
        side === 'followers'
          ? (['follows_follower_id_fkey', 'following_id'] as const)
          : (['follows_following_id_fkey', 'follower_id'] as const);
      const person = `person:profiles!${key}!inner(user_id, username, avatar_url, is_private`;
      // Selects, of each listed person's followers and requests, only the viewer's. Visitors may read no requests.
      const relations =
        ', followed:follows!follows_following_id_fkey(follower_id), requested:follow_requests!follow_requests_account_id_fkey(requester_id)';
      let query = client
        .from('follows')
        .select<string, FollowRow>(`id, created_at, ${person}${viewerId ? relations : ''})`)
        .eq(end, userId);
      if (viewerId) {
        query = query
          .eq('person.followed.follower_id', viewerId)
          .eq('person.requested.requester_id', viewerId);
      }
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, LIST_PAGE_SIZE, ({ person }) => ({
        ...personFromRow(person.user_id, person),
        following: followingFromRow(person),
        isPrivate: person.is_private,
      }));
    },
  });
}
