import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { CommentBox } from './comment-box.tsx';
import type { Replying } from './comment-item.tsx';
import { CommentList, type CommentListProps } from './comment-list.tsx';
import { draftKey } from '#lib/text-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

interface CommentsDialogProps extends Pick<CommentListProps, 'drop' | 'commentCount'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The comments on a drop: a sheet on narrow screens, a dialog on wide ones. */
export default function CommentsDialog(props: CommentsDialogProps) {
  const { drop, commentCount, open, onOpenChange } = props;
  const { status, user } = useSession();
  const { send, sendClip } = useSendComment(drop);
  const linkedId = useLinkedComment(drop.id);
  const [replying, setReplying] = useState<Replying>();
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Comments"
      description={drop.title}
      shape="sheet"
      className="h-[75vh] md:h-[600px] md:max-h-[calc(100dvh-2rem)]"
      // Reversed, so that the list starts scrolled to the bottom and stays there while earlier comments are added.
      bodyClassName="flex flex-col-reverse"
      footer={
        <div
          hidden={replying !== undefined}
          data-composer
          className="-mx-6 min-w-0 grow basis-full border-t border-line px-6 pt-4"
        >
          {(status === 'signed-out' || status === 'second-step') && <SignInLine dropId={drop.id} />}
          {!replying && (
            <CommentBox
              label="Add a comment"
              draft={draftKey(user?.id, drop.id)}
              onSend={(content) => void send(content)}
              {...(drop.allowsVoiceReplies && {
                clip: { purpose: { kind: 'reply', dropId: drop.id }, onSend: sendClip },
              })}
              mentions="above"
            />
          )}
        </div>
      }
    >
      <CommentList
        drop={drop}
        commentCount={commentCount}
        linkedId={linkedId}
        replying={replying}
        onReplying={setReplying}
      />
    </DialogPopup>
  );
}

/**
 * Returns the id of the comment to which the page's address links (`?comment=`), as notifications do.
 *
 * @param dropId the drop whose comments are shown; undefined is returned on the page of another drop
 */
function useLinkedComment(dropId: string): string | undefined {
  const { id } = useParams({ strict: false });
  const { comment } = useSearch({ strict: false });
  return id === dropId ? comment : undefined;
}

/** Links to sign in and sign up, which lead back to these comments and to the visitor's draft. */
function SignInLine({ dropId }: { dropId: string }) {
  const next = `/voice-drop/${dropId}?comments=open`;
  return (
    <p className="mb-3 text-[0.9375rem] text-ink-soft">
      To join in,{' '}
      <Link to="/auth" search={{ next }} className="link py-3 font-medium text-ink">
        sign in
      </Link>{' '}
      or{' '}
      <Link to="/auth" search={{ next, tab: 'sign-up' }} className="link py-3 font-medium text-ink">
        sign up
      </Link>
      .
    </p>
  );
}
