import { EllipsisVertical } from 'lucide-react';
import type { Conversation } from '#features/messages/conversation.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';

const ConversationMenuPopup = lazyPopup(() => import('./conversation-menu-popup.tsx'));

interface ConversationMenuProps {
  userId: string;
  conversation: Conversation;
}

/** The button of the menu of a conversation. */
export function ConversationMenu(props: ConversationMenuProps) {
  return (
    <MenuButton
      renderTrigger={(trigger) => (
        <IconButton {...trigger} label="More">
          <EllipsisVertical />
        </IconButton>
      )}
    >
      {(menu) => <ConversationMenuPopup {...menu} {...props} />}
    </MenuButton>
  );
}
