import { type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { commentEditKey, commentsEditKey, type CommentedDrop } from './mutations.ts';
import { readCommentsSince, type ThreadPage } from './queries.ts';
import { addComment, isCached, newestCreatedAt } from './thread-cache.ts';

/** Changes of the count within this time are answered by one read. */
const READ_DELAY_MS = 300;

interface LiveComments {
  commentCount: number;
  /** The pages read so far. */
  data: InfiniteData<ThreadPage> | undefined;
  /** Whether own comments are being sent, which the cards' count includes before the server's does. */
  isSending: boolean;
  refetch: () => Promise<unknown>;
}

/**
 * Keeps open comments and the count on the drop's cards in step. A read sets the count. When the count
 * rises otherwise, others have commented, and their comments are fetched; when it falls, others have
 * deleted, and all threads are refetched.
 *
 * @returns how many comments by others have arrived since the dialog opened
 */
export function useLiveComments(drop: CommentedDrop, live: LiveComments): number {
  const { client, queryClient, edits } = useApp();
  const { commentCount, data, isSending, refetch } = live;
  const [arrived, setArrived] = useState(0);
  /** The count for which the shown comments were read. */
  const known = useRef(commentCount);
  const total = data?.pages[0]?.total;

  const setCount = (count: number) => {
    known.current = count;
    drop.onCount(() => count);
  };

  const applyTotal = useEffectEvent((count: number) => {
    if (!isSending) setCount(count);
  });
  // `total` is a new object after every read, also when the count is the same.
  useEffect(() => {
    if (total) applyTotal(total.count);
  }, [total]);

  const readChanges = useEffectEvent(async () => {
    const hasGrown = commentCount > known.current;
    const newest = newestCreatedAt(queryClient, drop.id);
    known.current = commentCount;
    if (!hasGrown || newest === undefined) {
      await refetch();
      return;
    }
    try {
      const update = await readCommentsSince(client, drop.id, newest);
      if (update.tooMany) {
        await refetch();
        return;
      }
      const added = update.comments.filter(({ id }) => !isCached(queryClient, drop.id, id));
      for (const comment of added) {
        edits.show(commentEditKey(comment), () => addComment(queryClient, drop.id, comment));
      }
      setArrived((count) => count + added.length);
      // A pending own comment makes the server's count unreliable.
      if (update.commentCount !== undefined && !edits.pending(commentsEditKey(drop.id)))
        setCount(update.commentCount);
    } catch (cause) {
      logFailure('New comments could not be read.', cause);
    }
  });
  useEffect(() => {
    if (isSending || commentCount === known.current) return undefined;
    const timer = setTimeout(() => void readChanges(), READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [commentCount, isSending]);

  return arrived;
}
