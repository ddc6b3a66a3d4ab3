import { Copy, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#features/messages/conversation.ts';
import type { Message } from '#features/messages/message.ts';
import { ReportDialog } from '#features/reports/report-dialog.tsx';
import { attempt } from '#ui/attempt.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { DeleteMessageDialog } from './delete-message-dialog.tsx';
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
        <DeleteMessageDialog
          userId={userId}
          message={message}
          forBoth={dialog === 'for-both'}
          onClose={close}
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
