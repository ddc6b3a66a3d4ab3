import { Archive, ArchiveRestore, Ban, Bell, BellOff, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isHidden, nameOf, type Conversation } from '#features/messages/conversation.ts';
import { useChangeConversation } from '#features/messages/mutations.ts';
import { attempt } from '#ui/attempt.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { ConversationDialogs, type ConversationDialog } from './conversation-dialogs.tsx';

interface ConversationMenuPopupProps extends MenuState {
  userId: string;
  conversation: Conversation;
}

/** The open menu of a conversation. */
export default function ConversationMenuPopup(props: ConversationMenuPopupProps) {
  const { userId, conversation, ...menu } = props;
  const { person, isAnonymous, isMuted, isArchived, isAccepted, state } = conversation;
  const [dialog, setDialog] = useState<ConversationDialog>();
  const { mutateAsync: change } = useChangeConversation(userId, conversation);

  const set = (flags: Parameters<typeof change>[0], done: string) =>
    void attempt(() => change(flags), {
      done,
      failed: 'Failed to change the conversation. Please try again.',
      log: 'A conversation could not be changed.',
    });

  const flags: MenuEntry[] = isAccepted
    ? [
        {
          label: isMuted ? 'Unmute' : 'Mute',
          icon: isMuted ? <Bell /> : <BellOff />,
          onSelect: () =>
            set({ isMuted: !isMuted }, isMuted ? 'Conversation unmuted' : 'Conversation muted'),
        },
        {
          label: isArchived ? 'Move to inbox' : 'Archive',
          icon: isArchived ? <ArchiveRestore /> : <Archive />,
          onSelect: () =>
            set(
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
      <ConversationDialogs
        userId={userId}
        conversation={conversation}
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        reported={person && { kind: 'person', id: person.userId, name: nameOf(conversation) }}
        opener={menu.anchor}
      />
    </>
  );
}
