import { useId, useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { Card } from '#ui/card.tsx';
import { CommentBox } from './comment-box.tsx';
import type { Replying } from './comment-item.tsx';
import { CommentList, type CommentListProps } from './comment-list.tsx';
import { draftKey } from '#lib/text-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

/** The comments on a drop as a part of its page, with the box for another one below. */
export default function CommentSection(props: Pick<CommentListProps, 'drop' | 'commentCount'>) {
  const { drop } = props;
  const { user } = useSession();
  const { send, sendClip } = useSendComment(drop);
  const id = useId();
  const [replying, setReplying] = useState<Replying>();
  return (
    <Card className="rounded-xl! px-4! sm:px-6!">
      <section aria-labelledby={id}>
        <h2 id={id} className="mb-3 text-xl">
          Comments
        </h2>
        <CommentList {...props} isInPage replying={replying} onReplying={setReplying} />
        {!replying && (
          <div className="mt-5">
            <CommentBox
              label="Add a comment"
              draft={draftKey(user?.id, drop.id)}
              onSend={(content) => void send(content)}
              {...(user &&
                drop.allowsVoiceReplies && {
                  clip: { purpose: { kind: 'reply', dropId: drop.id }, onSend: sendClip },
                })}
              mentions="above"
            />
          </div>
        )}
      </section>
    </Card>
  );
}
