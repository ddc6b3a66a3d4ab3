import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { UNTITLED_DROP } from '@undertone/domain/title';
import { ANONYMOUS } from '#features/drops/drop.ts';
import {
  PROFILE_COLUMNS,
  profileFromRow,
  RELATION_COLUMNS,
  type Profile,
} from '#features/people/profile.ts';
import { peopleKeys } from '#features/people/queries.ts';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

export type { Profile };

/** One's own profile. */
export function profileOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: peopleKeys.profile(userId),
    queryFn: async ({ signal }): Promise<Profile> => {
      const { data } = await client
        .from('profiles')
        .select(PROFILE_COLUMNS)
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      return profileFromRow(data);
    },
  });
}

/**
 * Somebody's profile by their username, in whatever case, or null where there
 * is none that the viewer may see: those who have blocked them have none.
 *
 * @param viewerId who asks; undefined for a visitor, who may not ask about blocks
 */
export function publicProfileOptions(
  client: SupabaseClient,
  username: string,
  viewerId: string | undefined,
) {
  const handle = username.toLowerCase();
  return queryOptions({
    queryKey: peopleKeys.profileOf(handle, viewerId),
    queryFn: async ({ signal }): Promise<Profile | null> => {
      if (viewerId === undefined) {
        const { data } = await client
          .from('profiles')
          .select(PROFILE_COLUMNS)
          .eq('handle', handle)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data && profileFromRow(data);
      }
      const { data } = await client
        .from('profiles')
        .select(`${PROFILE_COLUMNS}, ${RELATION_COLUMNS}`)
        .eq('handle', handle)
        .eq('followed.follower_id', viewerId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data && profileFromRow(data);
    },
  });
}

/** What someone said about a drop. */
export interface Reply {
  id: string;
  content: string;
  createdAt: string;
  dropId: string;
  dropTitle: string;
  dropAuthor: string;
}

/** Someone's comments and replies, newest first, with the drops that they are about. */
export function repliesOptions(client: SupabaseClient, userId: string) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.repliesOf(userId),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<Reply>) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<Reply>> => {
      let query = client
        .from('voice_drop_comments')
        .select(
          'id, content, created_at, drop:voice_drops!inner(id, title, author:profiles!voice_drops_user_id_fkey(username))',
        )
        .eq('user_id', userId);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await query
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(FEED_PAGE_SIZE)
        .abortSignal(signal)
        .throwOnError();
      return cursorPage(data, FEED_PAGE_SIZE, (row) => ({
        id: row.id,
        content: row.content,
        createdAt: row.created_at,
        dropId: row.drop.id,
        dropTitle: row.drop.title ?? UNTITLED_DROP,
        dropAuthor: row.drop.author.username ?? ANONYMOUS,
      }));
    },
  });
}
