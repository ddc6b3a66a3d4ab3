import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { usernameHandle } from '@undertone/domain/username';
import { peopleKeys } from '#features/people/queries.ts';
import { olderThan, type Cursor } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import {
  COMMENT_COLUMNS,
  commentFromRow,
  type Comment,
  type CommentAuthor,
  type CommentRow,
  type Thread,
} from './comment.ts';

/** Threads that one request for comments brings, and replies of each. */
export const THREADS_PAGE_SIZE = 20;
export const REPLIES_PAGE_SIZE = 50;

/** People that are offered while a mention is typed. */
const MENTION_SUGGESTIONS = 5;

export const commentKeys = {
  all: [...peopleKeys.shown(), 'comments'] as const,
  threads: (dropId: string) => [...commentKeys.all, 'threads', dropId] as const,
  add: (dropId: string) => [...commentKeys.all, 'add', dropId] as const,
  mentionable: (prefix: string) => [...commentKeys.all, 'mentionable', prefix] as const,
};

/** Some threads, newest first. */
export interface ThreadPage {
  items: Thread[];
  /** Where the next page begins, if there may be one. */
  next: Cursor | undefined;
  /** How many comments the drop had in all when they were read; undefined without any. */
  total: { count: number; readAt: number } | undefined;
}

/** Comments that came since the newest that was known, and how many there are now. */
interface CommentUpdate {
  comments: Comment[];
  commentCount: number | undefined;
  /** There are more than one request brings: what is known has to be read anew. */
  tooMany: boolean;
}

/** How many comments one request for news brings. */
const NEWS_MAX = 100;

/**
 * How far news reach back before the newest comment that is known, in
 * milliseconds: a comment bears the moment at which its writing began, and
 * another one that began later may have been there first.
 */
const NEWS_OVERLAP = 10_000;

/**
 * The threads on a drop, in pages from the newest on: whoever opens comments
 * wants the latest, however many came before. Each page brings the authors, the
 * viewer's own likes and the latest replies.
 */
export function threadsOptions(client: SupabaseClient, dropId: string) {
  return infiniteQueryOptions({
    queryKey: commentKeys.threads(dropId),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: ThreadPage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<ThreadPage> => {
      let query = client
        .from('voice_drop_comments')
        .select(
          `${COMMENT_COLUMNS}, drop:voice_drops(comment_count), replies:voice_drop_comments(${COMMENT_COLUMNS})`,
        )
        .eq('voice_drop_id', dropId)
        .is('parent_comment_id', null);
      if (pageParam) query = query.or(olderThan(pageParam));
      const { data } = await query
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(THREADS_PAGE_SIZE)
        .order('created_at', { referencedTable: 'replies', ascending: false })
        .order('id', { referencedTable: 'replies', ascending: false })
        .limit(REPLIES_PAGE_SIZE, { referencedTable: 'replies' })
        .abortSignal(signal)
        .throwOnError();
      const items = data.map((row) => threadOf(row, row.replies));
      return {
        items,
        next: items.length === THREADS_PAGE_SIZE ? items.at(-1) : undefined,
        total: data[0] && { count: data[0].drop.comment_count, readAt: Date.now() },
      };
    },
    // Others comment all the time: whoever opens them sees what is there now.
    staleTime: 0,
  });
}

/** Replies of a thread before one that is known, oldest first; as many as one request brings. */
export async function readEarlierReplies(
  client: SupabaseClient,
  threadId: string,
  before: Cursor,
): Promise<Comment[]> {
  const { data } = await client
    .from('voice_drop_comments')
    .select(COMMENT_COLUMNS)
    .eq('parent_comment_id', threadId)
    .or(olderThan(before))
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(REPLIES_PAGE_SIZE)
    .throwOnError();
  return data.map(commentFromRow).toReversed();
}

/** What has been said about a drop since, comments and replies alike, oldest first. */
export async function readCommentsSince(
  client: SupabaseClient,
  dropId: string,
  newest: string,
): Promise<CommentUpdate> {
  const since = new Date(Date.parse(newest) - NEWS_OVERLAP).toISOString();
  const { data } = await client
    .from('voice_drop_comments')
    .select(`${COMMENT_COLUMNS}, drop:voice_drops(comment_count)`)
    .eq('voice_drop_id', dropId)
    .gt('created_at', since)
    .order('created_at')
    .limit(NEWS_MAX)
    .throwOnError();
  return {
    comments: data.map(commentFromRow),
    commentCount: data[0]?.drop.comment_count,
    tooMany: data.length === NEWS_MAX,
  };
}

/**
 * A few people whose names begin so, to be mentioned: not private accounts, and not those whom
 * one has blocked. Their profiles stay readable; their numbers, not shown here, do not.
 */
export function mentionableOptions(client: SupabaseClient, prefix: string) {
  const handle = usernameHandle(prefix);
  return queryOptions({
    queryKey: commentKeys.mentionable(handle),
    queryFn: async ({ signal }): Promise<CommentAuthor[]> => {
      const { data } = await client
        .from('profiles')
        .select('user_id, username, avatar_url, counts:profile_counts!inner()')
        // An underscore stands for any letter, unless it is escaped.
        .like('handle', `${handle.replaceAll('_', String.raw`\_`)}%`)
        .eq('is_private', false)
        .order('handle')
        .limit(MENTION_SUGGESTIONS)
        .abortSignal(signal)
        .throwOnError();
      return data.map(({ user_id, username, avatar_url }) => ({
        userId: user_id,
        username: username ?? undefined,
        avatarUrl: avatar_url ?? undefined,
      }));
    },
    retry: false,
  });
}

function threadOf(row: CommentRow, replies: readonly CommentRow[]): Thread {
  return {
    ...commentFromRow(row),
    replies: replies.map(commentFromRow).toReversed(),
    hasEarlierReplies: replies.length === REPLIES_PAGE_SIZE,
  };
}
