import { type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { commentsOn, type CommentedDrop } from './mutations.ts';
import { readCommentsSince, type ThreadPage } from './queries.ts';
import { addComments, newestMoment } from './thread-cache.ts';

/** Changes within this time are read together, in milliseconds. */
const PAUSE = 300;

interface LiveComments {
  commentCount: number;
  /** What has been read so far. */
  data: InfiniteData<ThreadPage> | undefined;
  /** Whether own comments are being sent, which the number counts before the server does. */
  isSending: boolean;
  refetch: () => Promise<unknown>;
}

/**
 * Keeps open comments and the number on the drop's cards in step: what is read
 * tells how many there are, and when the number changes by itself, others have
 * commented (it is fetched what they said) or deleted (everything is read anew).
 *
 * @returns how many comments of others have arrived since the dialog opened
 */
export function useLiveComments(drop: CommentedDrop, live: LiveComments): number {
  const { client, queryClient, edits } = useApp();
  const { commentCount, data, isSending, refetch } = live;
  const [arrived, setArrived] = useState(0);
  /** The number for which what is shown was read. */
  const known = useRef(commentCount);
  const total = data?.pages[0]?.total;

  const tell = (count: number) => {
    known.current = count;
    drop.onCount(() => count);
  };

  const tellTotal = useEffectEvent((count: number) => {
    if (!isSending) tell(count);
  });
  // Another object only where it was read anew.
  useEffect(() => {
    if (total) tellTotal(total.count);
  }, [total]);

  const catchUp = useEffectEvent(async () => {
    const hasGrown = commentCount > known.current;
    const newest = newestMoment(queryClient, drop.id);
    known.current = commentCount;
    if (!hasGrown || newest === undefined) {
      await refetch();
      return;
    }
    try {
      const news = await readCommentsSince(client, drop.id, newest);
      if (news.tooMany) {
        await refetch();
        return;
      }
      const added = addComments(queryClient, drop.id, news.comments);
      setArrived((count) => count + added);
      // An own one may have been sent meanwhile.
      if (news.commentCount !== undefined && !edits.pending(commentsOn(drop.id)))
        tell(news.commentCount);
    } catch (cause) {
      logFailure('New comments could not be read.', cause);
    }
  });
  useEffect(() => {
    if (isSending || commentCount === known.current) return undefined;
    const timer = setTimeout(() => void catchUp(), PAUSE);
    return () => clearTimeout(timer);
  }, [commentCount, isSending]);

  return arrived;
}
