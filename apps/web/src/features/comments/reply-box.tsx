import { ANONYMOUS } from '@undertone/domain/display-name';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { Button } from '#ui/button.tsx';
import { CommentBox, type CommentBoxHandle } from './comment-box.tsx';
import type { Comment } from './comment.ts';
import { draftKey } from '#lib/text-drafts.ts';
import type { SentClip } from './send-clip.ts';
import type { CommentedDrop } from './mutations.ts';
import { useSendComment } from './use-send-comment.ts';

interface ReplyBoxProps {
  /** The comment that is answered. */
  comment: Comment;
  drop: CommentedDrop & { allowsVoiceReplies: boolean };
  takesFocus: boolean;
  onClose: () => void;
  /** Called when sending failed, with the text back in the draft. */
  onFailed: () => void;
}

/** The reply box under a comment. Escape, Cancel and sending close it. */
export function ReplyBox({ comment, drop, takesFocus, onClose, onFailed }: ReplyBoxProps) {
  const { user } = useSession();
  const { send, sendClip } = useSendComment(drop);
  const box = useRef<CommentBoxHandle>(null);
  const name = comment.author.username ?? ANONYMOUS;

  const takeFocus = useEffectEvent(() => {
    if (takesFocus) box.current?.focus();
  });
  useEffect(() => takeFocus(), []);

  const reply = async (content: string) => {
    onClose();
    if (!(await send(content, comment))) onFailed();
  };

  // The recorder, which shows the progress, is in this box.
  const replyByVoice = async (content: string, spoken: SentClip) => {
    await sendClip(content, spoken, comment);
    onClose();
  };

  return (
    <div className="mt-1 mb-2">
      <CommentBox
        ref={box}
        label={`Reply to ${name}`}
        draft={draftKey(user?.id, drop.id, comment.id)}
        onSend={(content) => void reply(content)}
        {...(user &&
          drop.allowsVoiceReplies && {
            clip: {
              purpose: { kind: 'reply', dropId: drop.id, parentId: comment.id },
              onSend: replyByVoice,
            },
          })}
        onEscape={onClose}
        mentions="below"
        actions={
          <>
            <span className="min-w-0 truncate text-ink-soft">
              Replying to <bdi className="font-medium text-ink">{name}</bdi>
            </span>
            <Button variant="quiet" size="sm" onClick={onClose} className="min-h-10">
              Cancel
            </Button>
          </>
        }
      />
    </div>
  );
}
