import type { Message } from '#features/messages/message.ts';
import { useDeleteMessage } from '#features/messages/mutations.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { attempt } from '#ui/attempt.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface DeleteMessageDialogProps {
  userId: string;
  message: Message;
  forBoth: boolean;
  onClose: () => void;
}

/** Asks whether to delete a message, for the viewer or for both sides. */
export function DeleteMessageDialog(props: DeleteMessageDialogProps) {
  const { userId, message, forBoth, onClose } = props;
  const { mutateAsync: remove } = useDeleteMessage(userId);
  const confirm = () => {
    onClose();
    void attempt(() => remove({ message, forBoth }), {
      failed: 'Failed to delete the message. Please try again.',
      log: 'A message could not be deleted.',
      reasonOf: backendMessage,
    });
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={forBoth ? 'Delete for both?' : 'Delete for me?'}
      description={consequence(message, forBoth)}
      confirmLabel="Delete"
      onConfirm={confirm}
    />
  );
}

function consequence({ position }: Message, forBoth: boolean): string {
  if (!forBoth)
    return 'The message is deleted for you, on all your devices. The other side keeps it.';
  if (position === undefined) return 'The message has not arrived yet, and never does.';
  return 'The message is deleted for both of you. In its place, both see “Deleted message”.';
}
