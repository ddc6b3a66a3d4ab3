import { infiniteQueryOptions } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { personFromRow, type Person } from '#features/people/person.ts';
import { peopleKeys, type FollowSide } from '#features/people/queries.ts';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Somebody in a list of followers or of followed people. */
export interface ListedPerson extends Person {
  /** Whether the viewer follows this person; false for visitors. */
  isFollowed: boolean;
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
      let query = client
        .from('follows')
        .select(
          `id, created_at, person:profiles!${key}!inner(user_id, username, avatar_url, followed:follows!follows_following_id_fkey(follower_id))`,
        )
        .eq(end, userId);
      // Selects, of each listed person's followers, only the viewer. A visitor's rows are ignored below.
      query = query.eq('person.followed.follower_id', viewerId ?? userId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
      return cursorPage(data, LIST_PAGE_SIZE, ({ person }) => ({
        ...personFromRow(person.user_id, person),
        isFollowed: viewerId !== undefined && person.followed.length > 0,
      }));
    },
  });
}
