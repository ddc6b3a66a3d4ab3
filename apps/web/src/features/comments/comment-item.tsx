import { ANONYMOUS } from '@undertone/domain/display-name';
import { countLabel } from '@undertone/domain/number-labels';
import { Ellipsis, Heart } from 'lucide-react';
import { useRef } from 'react';
import type { Playlist, Track } from '#features/player/track.ts';
import { useSession } from '#features/session/session-context.ts';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { TimeButton } from '#ui/time-button.tsx';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { CommentClip } from './comment-clip.tsx';
import { CommentFrame } from './comment-frame.tsx';
import type { Comment, Thread } from './comment.ts';
import { draftKey, useDrafts } from '#lib/text-drafts.ts';
import { likeComment, type CommentedDrop } from './mutations.ts';
import { ReplyBox } from './reply-box.tsx';
import { LOG_IN_TO_COMMENT } from './use-send-comment.ts';

const CommentMenu = lazyPopup(() => import('./comment-menu.tsx'));

const LOG_IN_TO_LIKE = 'Please log in to like comments';

const actionClass =
  'flex h-10 min-w-10 items-center justify-center gap-1.5 rounded-full px-2.5 text-sm text-ink-soft tabular-nums transition-[background-color,color] hover:bg-paper-hover hover:text-ink';

/** An open reply box. */
export interface Replying {
  /** Id of the comment that is replied to. */
  to: string;
  /** Whether the person opened the box, which then takes the focus; false when it reopens after a failed reply. */
  byHand: boolean;
}

export interface CommentItemProps {
  comment: Comment | Thread;
  drop: CommentedDrop & {
    title: string;
    ownerId: string;
    track: Track;
    allowsVoiceReplies: boolean;
  };
  /** Returns the clips of the comments at the time of a press. */
  getPlaylist: () => Playlist;
  /** The id of the comment to which the address links, which may be another one. */
  linkedId: string | undefined;
  /** Set while the reply box of this comment is open. */
  replying: Replying | undefined;
  onReplying: (replying: Replying | undefined) => void;
  onDelete: (comment: Comment | Thread) => void;
}

/** A comment or reply, with the buttons to like, answer and delete it. */
export function CommentItem(props: CommentItemProps) {
  const { comment, drop, getPlaylist, linkedId, replying, onReplying, onDelete } = props;
  const app = useApp();
  const { user, refusal } = useSession();
  const viewerId = user?.id;
  const drafts = useDrafts();
  const promptToSignIn = useSignInPrompt();
  const replyButton = useRef<HTMLButtonElement>(null);
  const name = comment.author.username ?? ANONYMOUS;
  const isOwn = comment.author.userId === viewerId;
  const mayDelete = viewerId !== undefined && (isOwn || drop.ownerId === viewerId);

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
    // A reply to a reply begins with a mention, since threads have one level only.
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
      content={comment.content}
      mentions={comment.mentions}
      track={drop.track}
      clip={<CommentClip comment={comment} drop={drop} getPlaylist={getPlaylist} />}
      id={comment.id}
      isMarked={comment.id === linkedId}
      aside={
        <TimeButton
          moment={comment.createdAt}
          ago
          className="text-sm whitespace-nowrap text-ink-faint"
        />
      }
    >
      <div className="-ml-2.5 flex items-center">
        <button
          type="button"
          aria-pressed={comment.isLiked}
          aria-label={`Like, ${comment.likeCount} ${comment.likeCount === 1 ? 'like' : 'likes'}`}
          onClick={() => void like()}
          className={actionClass}
          {...(!comment.isLiked && refusal?.props)}
        >
          <Heart className="like-heart size-4 stroke-[1.75]" />
          {comment.likeCount > 0 && countLabel(comment.likeCount)}
        </button>
        <button
          ref={replyButton}
          type="button"
          aria-label={`Reply to ${name}`}
          aria-expanded={replying !== undefined}
          onClick={replying ? close : reply}
          className={actionClass}
          {...(!replying && refusal?.props)}
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
        {viewerId !== undefined && (comment.clip || !isOwn) && (
          <MenuButton
            renderTrigger={(menu) => (
              <IconButton
                {...menu}
                label={`Options for comment by ${name}`}
                tooltip="Options"
                size="sm"
              >
                <Ellipsis />
              </IconButton>
            )}
          >
            {(menu) => <CommentMenu {...menu} comment={comment} isOwn={isOwn} />}
          </MenuButton>
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
