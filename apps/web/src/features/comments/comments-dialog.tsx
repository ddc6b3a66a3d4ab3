import { useSession } from '#features/session/session-context.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentList, type CommentListProps } from './comment-list.tsx';
import { draftKey } from './comment-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

interface CommentsDialogProps extends Omit<CommentListProps, 'isInPage'> {
  drop: CommentListProps['drop'] & { title: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The comments on a drop: a sheet on narrow screens, a dialog on wide ones. */
export default function CommentsDialog(props: CommentsDialogProps) {
  const { drop, commentCount, open, onOpenChange } = props;
  const { user } = useSession();
  const send = useSendComment(drop);
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
        <div data-composer className="-mx-6 grow border-t border-line px-6 pt-4">
          <CommentBox
            label="Add a comment"
            draft={draftKey(user?.id, drop.id)}
            onSend={(content) => void send(content)}
            mentions="above"
          />
        </div>
      }
    >
      <CommentList drop={drop} commentCount={commentCount} />
    </DialogPopup>
  );
}
