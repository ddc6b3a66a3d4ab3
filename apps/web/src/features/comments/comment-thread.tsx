import { useState } from 'react';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { Comment, Thread } from './comment.ts';
import { CommentItem, type Replying } from './comment-item.tsx';
import type { CommentedDrop, NewComment } from './mutations.ts';
import { readEarlierReplies, REPLIES_PAGE_SIZE } from './queries.ts';
import { SendingComment } from './sending-comment.tsx';
import { addEarlierReplies } from './thread-cache.ts';

interface CommentThreadProps {
  thread: Thread;
  drop: CommentedDrop & { ownerId: string };
  /** Undefined for a visitor. */
  viewerId: string | undefined;
  /** Replies that are being sent. */
  sending: readonly NewComment[];
  replying: Replying | undefined;
  onReplying: (replying: Replying | undefined) => void;
  onDelete: (comment: Comment | Thread) => void;
}

/** A comment with its replies below. */
export function CommentThread(props: CommentThreadProps) {
  const { client, queryClient } = useApp();
  const { thread, drop, viewerId, sending, replying, onReplying, onDelete } = props;
  const [isLoading, setLoading] = useState(false);
  const [first] = thread.replies;

  const showEarlier = async (before: Comment) => {
    setLoading(true);
    try {
      const replies = await readEarlierReplies(client, thread.id, before);
      const hasMore = replies.length === REPLIES_PAGE_SIZE;
      addEarlierReplies(queryClient, drop.id, thread.id, { replies, hasMore });
    } catch (cause) {
      logFailure('Earlier replies could not be read.', cause);
      toast.error('Error', { description: 'Failed to load comments' });
    } finally {
      setLoading(false);
    }
  };

  const item = (comment: Comment | Thread) => (
    <CommentItem
      comment={comment}
      drop={drop}
      viewerId={viewerId}
      replying={replying?.to === comment.id ? replying : undefined}
      onReplying={onReplying}
      onDelete={onDelete}
    />
  );

  return (
    <li>
      {item(thread)}
      {(thread.replies.length > 0 || sending.length > 0) && (
        <div className="mt-3 ml-4 border-l border-line pl-5 sm:pl-6">
          {thread.hasEarlierReplies && first && (
            <Button
              variant="quiet"
              size="sm"
              pending={isLoading}
              onClick={() => void showEarlier(first)}
              className="mb-2 -ml-3.5 h-10"
            >
              Show earlier replies
            </Button>
          )}
          <ul aria-label="Replies" className="space-y-3">
            {thread.replies.map((reply) => (
              <li key={reply.id}>{item(reply)}</li>
            ))}
            {sending.map((reply) => (
              <SendingComment key={reply.key} comment={reply} />
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
