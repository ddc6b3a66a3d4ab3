import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Comment, Thread } from './comment.ts';
import { commentKeys, type ThreadPage } from './queries.ts';

type ThreadPages = InfiniteData<ThreadPage>;

/**
 * Adds comments to the cached threads of a drop: comments as new threads, replies to their thread.
 * Comments that are cached already stay as they are.
 *
 * @returns how many were new
 */
export function addComments(
  queryClient: QueryClient,
  dropId: string,
  comments: readonly Comment[],
): number {
  const known = knownComments(queryClient, dropId);
  const added = comments.filter(({ id }) => !known.some((comment) => comment.id === id));
  const begun = added.filter(({ parentId }) => parentId === undefined).map(beginThread);
  if (added.length > 0) {
    changeThreads(queryClient, dropId, (threads, isLatest) =>
      (isLatest ? [...threads, ...begun].sort(byMoment).reverse() : threads).map((thread) =>
        withReplies(thread, added),
      ),
    );
  }
  return added.length;
}

/** Replies from before those that a thread has, as they were read: fewer than asked for are the first. */
export function addEarlierReplies(
  queryClient: QueryClient,
  dropId: string,
  threadId: string,
  { replies, hasMore }: { replies: readonly Comment[]; hasMore: boolean },
): void {
  changeThreads(queryClient, dropId, (threads) =>
    threads.map((thread) =>
      thread.id === threadId
        ? { ...withReplies(thread, replies), hasEarlierReplies: hasMore }
        : thread,
    ),
  );
}

/** Changes a comment or a reply. Threads that it is not in stay the same objects. */
export function patchComment(
  queryClient: QueryClient,
  dropId: string,
  id: string,
  patch: (comment: Comment) => Comment,
): void {
  changeThreads(queryClient, dropId, (threads) =>
    threads.map((thread) => {
      if (thread.id === id) return { ...thread, ...patch(thread) };
      if (!thread.replies.some((reply) => reply.id === id)) return thread;
      const replies = thread.replies.map((reply) => (reply.id === id ? patch(reply) : reply));
      return { ...thread, replies };
    }),
  );
}

/** Takes a comment out, and with the first of a thread all of its replies. */
export function removeComment(queryClient: QueryClient, dropId: string, id: string): void {
  changeThreads(queryClient, dropId, (threads) =>
    threads.filter((thread) => thread.id !== id).map((thread) => withoutReply(thread, id)),
  );
}

/** The moment of the newest comment or reply that is cached; undefined when there is none. */
export function newestMoment(queryClient: QueryClient, dropId: string): string | undefined {
  return knownComments(queryClient, dropId).toSorted(byMoment).at(-1)?.createdAt;
}

function knownComments(queryClient: QueryClient, dropId: string): Comment[] {
  const data = queryClient.getQueryData<ThreadPages>(commentKeys.threads(dropId));
  return (data?.pages ?? []).flatMap(({ items }) =>
    items.flatMap((thread) => [thread, ...thread.replies]),
  );
}

function beginThread(comment: Comment): Thread {
  return { ...comment, replies: [], hasEarlierReplies: false };
}

function withoutReply(thread: Thread, id: string): Thread {
  const replies = thread.replies.filter((reply) => reply.id !== id);
  return replies.length === thread.replies.length ? thread : { ...thread, replies };
}

function withReplies(thread: Thread, comments: readonly Comment[]): Thread {
  const added = comments.filter(
    ({ id, parentId }) => parentId === thread.id && thread.replies.every((one) => one.id !== id),
  );
  return added.length === 0
    ? thread
    : { ...thread, replies: [...thread.replies, ...added].sort(byMoment) };
}

/** @param change is given each page's threads, newest first, and whether it is the page of the latest */
function changeThreads(
  queryClient: QueryClient,
  dropId: string,
  change: (threads: readonly Thread[], isLatest: boolean) => Thread[],
): void {
  queryClient.setQueryData<ThreadPages>(commentKeys.threads(dropId), (data) => {
    if (!data) return undefined;
    const pages = data.pages.map((page, index) => ({
      ...page,
      items: change(page.items, index === 0),
    }));
    return { ...data, pages };
  });
}

/** Oldest first; two comments of the same moment are told apart by id. */
function byMoment(one: Comment, other: Comment): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
