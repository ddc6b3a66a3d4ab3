import { Archive, ArchiveRestore, Ban, Bell, BellOff, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { BlockPersonDialog } from '#features/drops/menu/block-person-dialog.tsx';
import { EndConversationDialog } from '#features/messages/anonymous/end-conversation-dialog.tsx';
import { isHidden, nameOf, type Conversation } from '#features/messages/conversation.ts';
import { useChangeConversation } from '#features/messages/mutations.ts';
import { ReportDialog } from '#features/reports/report-dialog.tsx';
import { logFailure } from '#lib/log.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { toast } from '#ui/toast.ts';
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx';

interface ConversationMenuPopupProps extends MenuState {
  userId: string;
  conversation: Conversation;
}

/** The open menu of a conversation. */
export default function ConversationMenuPopup(props: ConversationMenuPopupProps) {
  const { userId, conversation, ...menu } = props;
  const { id, person, isAnonymous, isMuted, isArchived, isAccepted, state } = conversation;
  const [dialog, setDialog] = useState<'delete' | 'report' | 'block' | 'end'>();
  const change = useChangeConversation(userId, conversation);
  const close = () => setDialog(undefined);

  const set = async (flags: Parameters<typeof change.mutateAsync>[0], done: string) => {
    try {
      await change.mutateAsync(flags);
      toast.success(done);
    } catch (cause) {
      logFailure('A conversation could not be changed.', cause);
      toast.error('Failed to change the conversation. Please try again.');
    }
  };

  const flags: MenuEntry[] = isAccepted
    ? [
        {
          label: isMuted ? 'Unmute' : 'Mute',
          icon: isMuted ? <Bell /> : <BellOff />,
          onSelect: () =>
            void set(
              { isMuted: !isMuted },
              isMuted ? 'Conversation unmuted' : 'Conversation muted',
            ),
        },
        {
          label: isArchived ? 'Move to inbox' : 'Archive',
          icon: isArchived ? <ArchiveRestore /> : <Archive />,
          onSelect: () =>
            void set(
              { isArchived: !isArchived },
              isArchived ? 'Conversation moved to the inbox' : 'Conversation archived',
            ),
        },
      ]
    : [];
  const aboutPerson: MenuEntry[] = person
    ? [{ label: 'Report user', icon: <Flag />, onSelect: () => setDialog('report') }]
    : [];
  if (isAnonymous && !isHidden(conversation) && state !== 'ended')
    aboutPerson.push({
      label: 'End conversation',
      icon: <Ban />,
      danger: true,
      onSelect: () => setDialog('end'),
    });
  // The person would notice the block, and could guess from its time who is behind the conversation.
  if (person && !isAnonymous && state !== 'blocked')
    aboutPerson.push({
      label: 'Block User',
      icon: <Ban />,
      danger: true,
      onSelect: () => setDialog('block'),
    });

  return (
    <>
      <MenuPopup
        {...menu}
        entries={[
          ...flags,
          ...aboutPerson,
          {
            label: 'Delete conversation',
            icon: <Trash2 />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'delete' && (
        <DeleteConversationDialog userId={userId} conversation={conversation} onClose={close} />
      )}
      {dialog === 'end' && <EndConversationDialog conversationId={id} onClose={close} />}
      {dialog === 'report' && person && (
        <ReportDialog
          reported={{ kind: 'person', id: person.userId, name: nameOf(conversation) }}
          onClose={close}
        />
      )}
      {dialog === 'block' && person && (
        <BlockPersonDialog person={person} opener={menu.anchor} onClose={close} />
      )}
    </>
  );
}
