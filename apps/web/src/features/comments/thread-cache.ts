import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { patchPages } from '#lib/patch-pages.ts';
import { commentsOf, type Comment, type Thread } from './comment.ts';
import { commentKeys, type ThreadPage } from './queries.ts';

/**
 * Adds a comment to the cached threads of a drop: as a new thread, or as a reply to its thread. A
 * comment that is cached already stays unchanged.
 */
export function addComment(queryClient: QueryClient, dropId: string, comment: Comment): void {
  if (isCached(queryClient, dropId, comment.id)) return;
  const isThread = comment.parentId === undefined;
  const thread: Thread = { ...comment, replies: [], hasEarlierReplies: false };
  patchPages<Thread>(queryClient, commentKeys.threads(dropId), (threads, isLatest) => {
    if (!isThread) return threads.map((each) => withReplies(each, [comment]));
    return isLatest ? [...threads, thread].sort(byCreation).reverse() : [...threads];
  });
}

/** Whether a comment or reply is cached. */
export function isCached(queryClient: QueryClient, dropId: string, id: string): boolean {
  return cachedComments(queryClient, dropId).some((comment) => comment.id === id);
}

/** Adds replies from before the cached ones of a thread. @param hasMore whether there may be still earlier ones */
export function addEarlierReplies(
  queryClient: QueryClient,
  dropId: string,
  threadId: string,
  { replies, hasMore }: { replies: readonly Comment[]; hasMore: boolean },
): void {
  patchPages<Thread>(queryClient, commentKeys.threads(dropId), (threads) =>
    threads.map((thread) =>
      thread.id === threadId
        ? { ...withReplies(thread, replies), hasEarlierReplies: hasMore }
        : thread,
    ),
  );
}

/** Changes a comment or a reply. */
export function patchComment(
  queryClient: QueryClient,
  dropId: string,
  id: string,
  patch: (comment: Comment) => Comment,
): void {
  patchPages<Thread>(queryClient, commentKeys.threads(dropId), (threads) =>
    threads.map((thread) => {
      if (thread.id === id) return { ...thread, ...patch(thread) };
      const replies = thread.replies.map((reply) => (reply.id === id ? patch(reply) : reply));
      return { ...thread, replies };
    }),
  );
}

/** Removes a comment, and with the first comment of a thread all its replies. */
export function removeComment(queryClient: QueryClient, dropId: string, id: string): void {
  patchPages<Thread>(queryClient, commentKeys.threads(dropId), (threads) =>
    threads.filter((thread) => thread.id !== id).map((thread) => withoutReply(thread, id)),
  );
}

/** `createdAt` of the newest cached comment or reply; undefined if none is cached. */
export function newestCreatedAt(queryClient: QueryClient, dropId: string): string | undefined {
  return cachedComments(queryClient, dropId).toSorted(byCreation).at(-1)?.createdAt;
}

function cachedComments(queryClient: QueryClient, dropId: string): Comment[] {
  const data = queryClient.getQueryData<InfiniteData<ThreadPage>>(commentKeys.threads(dropId));
  return (data?.pages ?? []).flatMap(({ items }) => items.flatMap(commentsOf));
}

function withoutReply(thread: Thread, id: string): Thread {
  return { ...thread, replies: thread.replies.filter((reply) => reply.id !== id) };
}

function withReplies(thread: Thread, comments: readonly Comment[]): Thread {
  const added = comments.filter(
    ({ id, parentId }) => parentId === thread.id && thread.replies.every((one) => one.id !== id),
  );
  return { ...thread, replies: [...thread.replies, ...added].sort(byCreation) };
}

/** Orders comments by time, oldest first, and by id within the same microsecond. */
function byCreation(one: Comment, other: Comment): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
