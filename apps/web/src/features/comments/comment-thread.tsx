import { ANONYMOUS } from '@undertone/domain/display-name';
import { useMemo, useState } from 'react';
import { usePlaylist } from '#features/player/use-playlist.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { commentsOf, type Comment, type Thread } from './comment.ts';
import { CommentItem, type CommentItemProps } from './comment-item.tsx';
import type { NewComment } from './mutations.ts';
import { readEarlierReplies, REPLIES_PAGE_SIZE } from './queries.ts';
import { tracksOfComments } from './comment-track.ts';
import { PlayReplies } from './play-replies.tsx';
import { SendingComment } from './sending-comment.tsx';
import { addEarlierReplies } from './thread-cache.ts';

interface CommentThreadProps extends Omit<CommentItemProps, 'comment'> {
  thread: Thread;
  /** Replies that are being sent. */
  sending: readonly NewComment[];
  /** Whether other threads have clips too, so that those of this one are played by a button of its own. */
  isOneOfSeveral: boolean;
}

/** A comment with its replies below. */
export function CommentThread(props: CommentThreadProps) {
  const { client, queryClient, edits } = useApp();
  const { thread, sending, isOneOfSeveral, ...itemProps } = props;
  const { drop, replying } = itemProps;
  const [isLoading, setLoading] = useState(false);
  const [first] = thread.replies;
  const { id, title } = drop;
  const tracks = useMemo(
    () => tracksOfComments(commentsOf(thread), { id, title }),
    [thread, id, title],
  );
  const getPlaylist = usePlaylist(`replies ${thread.id}`, tracks);

  const showEarlier = async (before: Comment) => {
    setLoading(true);
    try {
      const replies = await readEarlierReplies(client, thread.id, before);
      const hasMore = replies.length === REPLIES_PAGE_SIZE;
      edits.show(`replies before ${before.id}`, () =>
        addEarlierReplies(queryClient, drop.id, thread.id, { replies, hasMore }),
      );
    } catch (cause) {
      logFailure('Earlier replies could not be read.', cause);
      toast.error('Error', { description: 'Failed to load comments' });
    } finally {
      setLoading(false);
    }
  };

  const item = (comment: Comment | Thread) => (
    <CommentItem
      {...itemProps}
      comment={comment}
      replying={replying?.to === comment.id ? replying : undefined}
    />
  );

  return (
    <li>
      {item(thread)}
      {isOneOfSeveral && tracks.length > 1 && (
        <div className="mt-1 ml-11">
          <PlayReplies
            label={`Play replies to ${thread.author.username ?? ANONYMOUS}`}
            getPlaylist={getPlaylist}
          />
        </div>
      )}
      {(thread.replies.length > 0 || sending.length > 0) && (
        <div className="mt-3 ml-4 border-l border-line pl-5 sm:pl-6">
          {thread.hasEarlierReplies && first && (
            <Button
              variant="quiet"
              size="sm"
              pending={isLoading}
              onClick={() => void showEarlier(first)}
              className="mb-2 -ml-3.5 min-h-10"
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
