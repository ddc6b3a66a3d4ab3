import { useNavigate } from '@tanstack/react-router';
import { isolate } from '@undertone/domain/text';
import type { RefObject } from 'react';
import { BlockPersonDialog } from '#features/drops/menu/block-person-dialog.tsx';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import { useDeleteConversation, useEndConversation } from '#features/messages/mutations.ts';
import { ReportDialog, type NamedReported } from '#features/reports/report-dialog.tsx';
import { backendMessage } from '#lib/backend-error.ts';
import { attempt } from '#ui/attempt.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export type ConversationDialog = 'delete' | 'report' | 'block' | 'end';

interface ConversationDialogsProps {
  userId: string;
  conversation: Conversation;
  /** The dialog that is open. */
  dialog: ConversationDialog | undefined;
  onClose: () => void;
  /** What `report` is about. */
  reported: NamedReported | undefined;
  /** The element that had the focus before `block`. */
  opener: RefObject<HTMLElement | null>;
}

/** The questions about a conversation: whether to delete or end it, and to report or block the other side. */
export function ConversationDialogs(props: ConversationDialogsProps) {
  const { dialog, onClose, reported, opener, ...rest } = props;
  const { person } = props.conversation;
  if (dialog === 'delete') return <DeleteDialog {...rest} onClose={onClose} />;
  if (dialog === 'end') return <EndDialog {...rest} onClose={onClose} />;
  if (dialog === 'report' && reported)
    return <ReportDialog reported={reported} onClose={onClose} />;
  if (dialog === 'block' && person)
    return <BlockPersonDialog person={person} opener={opener} onClose={onClose} />;
  return null;
}

type QuestionProps = Pick<ConversationDialogsProps, 'userId' | 'conversation' | 'onClose'>;

/** Asks whether to delete a conversation, and leads back to the list. */
function DeleteDialog({ userId, conversation, onClose }: QuestionProps) {
  const navigate = useNavigate();
  const { mutateAsync: remove, isPending } = useDeleteConversation(userId, conversation);
  const removeFromList = async () => {
    await navigate({ to: '/messages/{-$id}', params: { id: undefined }, replace: true });
    await remove();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete conversation?"
      description={`It is deleted for you, on all your devices. ${isolate(nameOf(conversation))} keeps what you have written.`}
      confirmLabel="Delete"
      onConfirm={() =>
        void attempt(removeFromList, {
          done: 'Conversation deleted',
          failed: 'Failed to delete the conversation. Please try again.',
          log: 'A conversation could not be deleted.',
        })
      }
      pending={isPending}
    />
  );
}

/** Asks the recipient of an anonymous conversation whether to end it. */
function EndDialog({ conversation, onClose }: QuestionProps) {
  const { mutateAsync: end, isPending } = useEndConversation(conversation.id);
  const confirm = async () => {
    await attempt(end, {
      done: 'Conversation ended',
      failed: 'Failed to end the conversation. Please try again.',
      log: 'A conversation could not be ended.',
      reasonOf: backendMessage,
    });
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
