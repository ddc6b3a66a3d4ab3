import { Copy, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#features/messages/conversation.ts';
import type { Message } from '#features/messages/message.ts';
import { useDeleteMessage } from '#features/messages/mutations.ts';
import { ReportDialog } from '#features/reports/report-dialog.tsx';
import { backendMessage } from '#lib/backend-error.ts';
import { attempt } from '#ui/attempt.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { reportedMessage } from './reported-message.ts';

/** How long a message can be deleted for both, in milliseconds. */
const FOR_BOTH_WITHIN = 3_600_000;

interface MessageMenuPopupProps extends MenuState {
  userId: string;
  message: Message;
  isOwn: boolean;
  conversation: Conversation;
}

/** The open menu of a message. */
export default function MessageMenuPopup(props: MessageMenuPopupProps) {
  const { userId, message, isOwn, conversation, ...menu } = props;
  const { content, isDeleted, sentAt } = message;
  const [dialog, setDialog] = useState<'report' | 'for-me' | 'for-both'>();
  const close = () => setDialog(undefined);
  const forBoth = dialog === 'for-both';
  const { mutateAsync: remove } = useDeleteMessage(userId);
  const confirmDeletion = () => {
    close();
    void attempt(() => remove({ message, forBoth }), {
      failed: 'Failed to delete the message. Please try again.',
      log: 'A message could not be deleted.',
      reasonOf: backendMessage,
    });
  };
  const [now] = useState(() => Date.now());
  const mayDeleteForBoth = isOwn && !isDeleted && now - Date.parse(sentAt) < FOR_BOTH_WITHIN;
  const entries: MenuEntry[] = [];
  if (content !== undefined)
    entries.push({ label: 'Copy text', icon: <Copy />, onSelect: () => void copy(content) });
  if (!isOwn)
    entries.push({ label: 'Report', icon: <Flag />, onSelect: () => setDialog('report') });
  entries.push({
    label: 'Delete for me',
    icon: <Trash2 />,
    danger: true,
    onSelect: () => setDialog('for-me'),
  });
  if (mayDeleteForBoth)
    entries.push({
      label: 'Delete for both',
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setDialog('for-both'),
    });
  return (
    <>
      <MenuPopup {...menu} entries={entries} />
      {dialog === 'report' && (
        <ReportDialog reported={reportedMessage(message, conversation)} onClose={close} />
      )}
      {(dialog === 'for-me' || dialog === 'for-both') && (
        <ConfirmDialog
          open
          onClose={close}
          title={forBoth ? 'Delete for both?' : 'Delete for me?'}
          description={consequence(message, forBoth)}
          confirmLabel="Delete"
          onConfirm={confirmDeletion}
        />
      )}
    </>
  );
}

const copy = (text: string) =>
  attempt(() => navigator.clipboard.writeText(text), {
    done: 'Text copied',
    failed: 'Failed to copy the text',
    log: 'A text could not be copied.',
  });

function consequence({ position }: Message, forBoth: boolean): string {
  if (!forBoth)
    return 'The message is deleted for you, on all your devices. The other side keeps it.';
  if (position === undefined) return 'The message has not arrived yet, and never does.';
  return 'The message is deleted for both of you. In its place, both see “Deleted message”.';
}
