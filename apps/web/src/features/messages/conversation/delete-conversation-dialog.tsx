import { useNavigate } from '@tanstack/react-router';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import { useDeleteConversation } from '#features/messages/mutations.ts';
import { isolate } from '@undertone/domain/text';
import { logFailure } from '#lib/log.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';

interface DeleteConversationDialogProps {
  userId: string;
  conversation: Conversation;
  onClose: () => void;
}

/** Asks whether to delete a conversation, and leads back to the list. */
export function DeleteConversationDialog(props: DeleteConversationDialogProps) {
  const { userId, conversation, onClose } = props;
  const navigate = useNavigate();
  const { mutateAsync: remove, isPending } = useDeleteConversation(userId, conversation);
  const confirm = async () => {
    try {
      await navigate({
        to: '/messages/{-$id}',
        params: { id: undefined },
        replace: true,
      });
      await remove();
      toast.success('Conversation deleted');
    } catch (cause) {
      logFailure('A conversation could not be deleted.', cause);
      toast.error('Failed to delete the conversation. Please try again.');
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete conversation?"
      description={`It is deleted for you, on all your devices. ${isolate(nameOf(conversation))} keeps what you have written.`}
      confirmLabel="Delete"
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
