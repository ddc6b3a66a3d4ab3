import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { UNTITLED_DROP } from '@undertone/domain/title';
import { cursorPage, olderThan, type Cursor, type CursorPage } from '#features/drops/cursor.ts';
import { ANONYMOUS } from '#features/drops/drop.ts';
import { supabase } from '#lib/supabase.ts';

const profileKeys = {
  all: ['profile'] as const,
  one: (userId: string) => [...profileKeys.all, userId] as const,
  replies: (userId: string) => [...profileKeys.all, userId, 'replies'] as const,
};

/** Someone as their profile shows them. */
export interface Profile {
  username: string | undefined;
  bio: string | undefined;
  avatarUrl: string | undefined;
  createdAt: string;
  /** Numbers that a private account shows to its followers only. */
  counts: { followers: number; following: number; likes: number } | undefined;
}

export function profileOptions(userId: string) {
  return queryOptions({
    queryKey: profileKeys.one(userId),
    queryFn: async ({ signal }): Promise<Profile> => {
      const { data } = await supabase
        .from('profiles')
        .select(
          'username, bio, avatar_url, created_at, counts:profile_counts(follower_count, following_count, like_count)',
        )
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      return {
        username: data.username ?? undefined,
        bio: data.bio ?? undefined,
        avatarUrl: data.avatar_url ?? undefined,
        createdAt: data.created_at,
        counts: data.counts
          ? {
              followers: data.counts.follower_count,
              following: data.counts.following_count,
              likes: data.counts.like_count,
            }
          : undefined,
      };
    },
  });
}

/** What someone said about a drop. */
export interface Reply {
  id: string;
  content: string;
  createdAt: string;
  dropTitle: string;
  dropAuthor: string;
}

/** Someone's comments and replies, newest first, with the drops that they are about. */
export function repliesOptions(userId: string) {
  return infiniteQueryOptions({
    queryKey: profileKeys.replies(userId),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<Reply>) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<Reply>> => {
      let query = supabase
        .from('voice_drop_comments')
        .select(
          'id, content, created_at, drop:voice_drops!inner(title, author:profiles!voice_drops_user_id_fkey(username))',
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
        dropTitle: row.drop.title ?? UNTITLED_DROP,
        dropAuthor: row.drop.author.username ?? ANONYMOUS,
      }));
    },
  });
}
