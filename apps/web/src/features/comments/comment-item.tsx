import { ANONYMOUS } from '@undertone/domain/anonymous';
import { countLabel } from '@undertone/domain/count';
import { Heart } from 'lucide-react';
import { useRef } from 'react';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { CommentFrame } from './comment-frame.tsx';
import { CommentText } from './comment-text.tsx';
import type { Comment, Thread } from './comment.ts';
import { draftKey, useDrafts } from './drafts.ts';
import { likeComment, type CommentedDrop } from './mutations.ts';
import { ReplyBox } from './reply-box.tsx';
import { LOG_IN_TO_COMMENT } from './use-send-comment.ts';

const LOG_IN_TO_LIKE = 'Please log in to like comments';

const actionClass =
  'flex h-10 min-w-10 items-center justify-center gap-1.5 rounded-full px-2.5 text-sm text-ink-soft tabular-nums transition-[background-color,color] hover:bg-paper-hover hover:text-ink';

/** A comment that is being replied to. */
export interface Replying {
  to: string;
  /** Whether the box takes the focus: not when it opens by itself, since a reply could not be sent. */
  byHand: boolean;
}

interface CommentItemProps {
  comment: Comment | Thread;
  drop: CommentedDrop & { ownerId: string };
  /** Undefined for a visitor. */
  viewerId: string | undefined;
  /** Set while this comment is being replied to. */
  replying: Replying | undefined;
  onReplying: (replying: Replying | undefined) => void;
  onDelete: (comment: Comment | Thread) => void;
}

/** A comment or reply, and what one can do with it. */
export function CommentItem(props: CommentItemProps) {
  const { comment, drop, viewerId, replying, onReplying, onDelete } = props;
  const app = useApp();
  const drafts = useDrafts();
  const promptToSignIn = useSignInPrompt();
  const replyButton = useRef<HTMLButtonElement>(null);
  const name = comment.author.username ?? ANONYMOUS;
  const mayDelete =
    viewerId !== undefined && [comment.author.userId, drop.ownerId].includes(viewerId);

  const like = async () => {
    if (viewerId === undefined) {
      promptToSignIn(LOG_IN_TO_LIKE);
      return;
    }
    try {
      await likeComment(app, drop.id, comment, { userId: viewerId, on: !comment.isLiked });
    } catch (cause) {
      logFailure('A comment could not be liked.', cause);
      if (isNotAuthenticated(cause)) promptToSignIn(LOG_IN_TO_LIKE);
      else toast.error(limitReason(cause) ?? 'Failed to like comment');
    }
  };

  const reply = () => {
    if (viewerId === undefined) {
      promptToSignIn(LOG_IN_TO_COMMENT);
      return;
    }
    const { username } = comment.author;
    // Within a thread a mention says to whom the reply is.
    if (comment.parentId !== undefined && username !== undefined) {
      drafts.fill(draftKey(viewerId, drop.id, comment.id), `@${username} `);
    }
    onReplying({ to: comment.id, byHand: true });
  };

  const close = () => {
    onReplying(undefined);
    replyButton.current?.focus();
  };

  return (
    <CommentFrame
      author={comment.author}
      aside={
        <RelativeTime
          moment={comment.createdAt}
          ago
          className="text-sm whitespace-nowrap text-ink-faint"
        />
      }
    >
      <CommentText content={comment.content} />
      <div className="-ml-2.5 flex items-center">
        <button
          type="button"
          aria-pressed={comment.isLiked}
          aria-label={`Like, ${comment.likeCount} ${comment.likeCount === 1 ? 'like' : 'likes'}`}
          onClick={() => void like()}
          className={actionClass}
        >
          <Heart
            fill={comment.isLiked ? 'currentColor' : 'none'}
            className="size-4 stroke-[1.75]"
          />
          {comment.likeCount > 0 && countLabel(comment.likeCount)}
        </button>
        <button
          ref={replyButton}
          type="button"
          aria-label={`Reply to ${name}`}
          aria-expanded={replying !== undefined}
          onClick={replying ? close : reply}
          className={actionClass}
        >
          Reply
        </button>
        {mayDelete && (
          <button
            type="button"
            aria-label={`Delete comment by ${name}`}
            onClick={() => onDelete(comment)}
            className={actionClass}
          >
            Delete
          </button>
        )}
      </div>
      {replying && (
        <ReplyBox
          comment={comment}
          drop={drop}
          takesFocus={replying.byHand}
          onClose={close}
          onFailed={() => onReplying({ to: comment.id, byHand: false })}
        />
      )}
    </CommentFrame>
  );
}
