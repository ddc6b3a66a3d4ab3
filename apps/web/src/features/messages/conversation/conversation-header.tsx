import { Link } from '@tanstack/react-router';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { isHidden, nameOf, type Conversation } from '#features/messages/conversation.ts';
import { ConversationAvatar } from '#features/messages/conversation-avatar.tsx';
import { useTyping } from '#features/messages/typing.ts';
import { IconButton, iconButtonClass } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';

const ConversationMenuPopup = lazyPopup(() => import('./conversation-menu-popup.tsx'));

interface ConversationHeaderProps {
  userId: string;
  conversation: Conversation;
}

/** The name of the other person, whether they are writing, and the menu of the conversation. */
export function ConversationHeader({ userId, conversation }: ConversationHeaderProps) {
  const { id, person, isAnonymous } = conversation;
  const isTyping = useTyping(id);
  const name = nameOf(conversation);
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line px-3 py-2 low:py-0.5">
      <Link
        to="/messages/{-$id}"
        params={{ id: undefined }}
        aria-label="Back to conversations"
        className={`${iconButtonClass()} two-panes:hidden`}
      >
        <ArrowLeft />
      </Link>
      <ConversationAvatar conversation={conversation} />
      <div className="min-w-0 grow">
        <h2 className="truncate font-sans text-base leading-tight font-semibold">
          {person?.username === undefined ? (
            name
          ) : (
            <Link
              to="/$username"
              params={{ username: person.username }}
              className="rounded-sm hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          )}
        </h2>
        <output className="block truncate text-sm leading-tight text-ink-faint">
          {isTyping && 'Writing...'}
          {isAnonymous && (isHidden(conversation) ? 'You are anonymous here' : 'Sender unknown')}
        </output>
      </div>
      <MenuButton
        renderTrigger={(trigger) => (
          <IconButton {...trigger} label="More">
            <EllipsisVertical />
          </IconButton>
        )}
      >
        {(menu) => <ConversationMenuPopup {...menu} userId={userId} conversation={conversation} />}
      </MenuButton>
    </header>
  );
}
