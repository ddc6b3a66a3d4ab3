import { infiniteQueryOptions } from '@tanstack/react-query';
import { peopleKeys } from '#features/people/queries.ts';
import { olderThan, type Cursor } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import {
  COMMENT_COLUMNS,
  commentFromRow,
  type Comment,
  type CommentRow,
  type Thread,
} from './comment.ts';

/** How many threads one request returns, and how many replies of each. */
export const THREADS_PAGE_SIZE = 20;
export const REPLIES_PAGE_SIZE = 50;

export const commentKeys = {
  all: [...peopleKeys.shown(), 'comments'] as const,
  threads: (dropId: string) => [...commentKeys.all, 'threads', dropId] as const,
  add: (dropId: string) => [...commentKeys.all, 'add', dropId] as const,
  mentionable: (prefix: string) => [...commentKeys.all, 'mentionable', prefix] as const,
};

/** A page of threads, newest first. */
export interface ThreadPage {
  items: Thread[];
  /** The cursor of the next page, if there may be one. */
  next: Cursor | undefined;
  /** The drop's comment count at the time of the read; undefined for a page without threads. */
  total: { count: number; readAt: number } | undefined;
}

/** Comments since the newest cached one, and the drop's comment count. */
interface CommentUpdate {
  comments: Comment[];
  commentCount: number | undefined;
  /** Whether there are more than one request returns, so that all threads have to be refetched. */
  tooMany: boolean;
}

/** How many new comments one request returns. */
const COMMENTS_SINCE_MAX = 100;

/**
 * How far the read of new comments reaches back before the newest cached one. `created_at` is the start
 * of the inserting transaction, and a transaction that starts later may commit earlier.
 */
const COMMENTS_SINCE_OVERLAP_MS = 10_000;

/**
 * The threads on a drop, in pages from the newest to the oldest. Each page includes the authors, the
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
        total: data[0] && { count: data[0].drop.comment_count ?? 0, readAt: Date.now() },
      };
    },
    // Refetched whenever comments are opened, since others comment at any time.
    staleTime: 0,
  });
}

/** Up to REPLIES_PAGE_SIZE replies of a thread before a cursor, oldest first. */
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

/** Comments and replies on a drop since a moment (and COMMENTS_SINCE_OVERLAP_MS before), oldest first. */
export async function readCommentsSince(
  client: SupabaseClient,
  dropId: string,
  newest: string,
): Promise<CommentUpdate> {
  const since = new Date(Date.parse(newest) - COMMENTS_SINCE_OVERLAP_MS).toISOString();
  const { data } = await client
    .from('voice_drop_comments')
    .select(`${COMMENT_COLUMNS}, drop:voice_drops(comment_count)`)
    .eq('voice_drop_id', dropId)
    .gt('created_at', since)
    .order('created_at')
    .limit(COMMENTS_SINCE_MAX)
    .throwOnError();
  return {
    comments: data.map(commentFromRow),
    commentCount: data[0]?.drop.comment_count ?? undefined,
    tooMany: data.length === COMMENTS_SINCE_MAX,
  };
}

function threadOf(row: CommentRow, replies: readonly CommentRow[]): Thread {
  return {
    ...commentFromRow(row),
    replies: replies.map(commentFromRow).toReversed(),
    hasEarlierReplies: replies.length === REPLIES_PAGE_SIZE,
  };
}
