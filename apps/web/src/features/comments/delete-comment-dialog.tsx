import { useMutation } from '@tanstack/react-query';
import { usePlayer } from '#features/player/use-player.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { deleteCommentOptions, type CommentedDrop, type DeletableComment } from './mutations.ts';

interface DeleteCommentDialogProps {
  comment: DeletableComment;
  drop: CommentedDrop;
  onClose: () => void;
  /** Called after the deletion, which removes the button that had the focus. */
  onDeleted: () => void;
}

/** Asks for confirmation, and deletes a comment. */
export function DeleteCommentDialog(props: DeleteCommentDialogProps) {
  const { comment, drop, onClose, onDeleted } = props;
  const app = useApp();
  const { mutateAsync: remove, isPending } = useMutation(deleteCommentOptions(app, drop));
  const player = usePlayer();
  const isReply = comment.parentId !== undefined;
  const takesReplies = (comment.replies?.length ?? 0) > 0;

  const confirm = async () => {
    try {
      await remove(comment);
      const removed = [comment, ...(comment.replies ?? [])].map(({ id }) => id);
      if (removed.includes(player.getState().track?.id ?? '')) player.stop();
      toast.success('Comment deleted successfully', { duration: 2000 });
      onClose();
      onDeleted();
    } catch (cause) {
      logFailure('A comment could not be deleted.', cause);
      toast.error('Failed to delete comment');
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isReply ? 'Delete reply' : 'Delete comment'}
      description={`Are you sure you want to delete this ${isReply ? 'reply' : 'comment'}${takesReplies ? ' and all replies to it' : ''}? This action cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
