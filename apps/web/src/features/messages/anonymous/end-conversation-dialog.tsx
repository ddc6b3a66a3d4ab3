import { backendMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { useEndConversation } from './anonymous-mutations.ts';

interface EndConversationDialogProps {
  conversationId: string;
  onClose: () => void;
}

/** Asks the recipient of an anonymous conversation whether to end it. */
export function EndConversationDialog({ conversationId, onClose }: EndConversationDialogProps) {
  const { mutateAsync: end, isPending } = useEndConversation(conversationId);
  const confirm = async () => {
    try {
      await end();
      toast.success('Conversation ended');
    } catch (cause) {
      logFailure('A conversation could not be ended.', cause);
      toast.error(backendMessage(cause) ?? 'Failed to end the conversation. Please try again.');
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="End conversation?"
      description="Neither of you can write in it any more, the sender sees that it has ended, and this account cannot send you another anonymous message. What was said stays. This cannot be undone."
      confirmLabel="End conversation"
      onConfirm={() => void confirm()}
      pending={isPending}
    />
  );
}
