import { clsx } from 'clsx';
import { useState } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { ConversationPane } from './conversation/conversation-pane.tsx';
import { NoConversation } from './conversation/no-conversation.tsx';
import { ConversationsPane } from './list/conversations-pane.tsx';
import type { MessagePlace } from './message.ts';
import { useVisibleHeight } from './use-visible-height.ts';
import './messages-page.css';

interface MessagesPageProps {
  userId: string;
  /** The open conversation; undefined while none is. */
  conversationId: string | undefined;
}

/** The conversations, and the open one: beside each other, or in a narrow window one of the two. */
export default function MessagesPage({ userId, conversationId }: MessagesPageProps) {
  /** The message that was found by a search. */
  const [found, setFound] = useState<MessagePlace>();
  useDocumentTitle('Messages');
  useVisibleHeight();
  return (
    <div data-messages={conversationId === undefined ? 'list' : 'conversation'} className="flex">
      <section
        aria-label="Conversations"
        className={clsx(
          'flex min-h-0 w-full flex-col border-line two-panes:w-88 two-panes:shrink-0 two-panes:border-r',
          conversationId !== undefined && 'max-two-panes:hidden',
        )}
      >
        <ConversationsPane userId={userId} openId={conversationId} onFound={setFound} />
      </section>
      <section
        aria-label="Conversation"
        className={clsx(
          'flex min-h-0 min-w-0 grow flex-col',
          conversationId === undefined && 'max-two-panes:hidden',
        )}
      >
        {conversationId === undefined ? (
          <NoConversation />
        ) : (
          <ConversationPane
            // Another conversation begins anew.
            key={conversationId}
            userId={userId}
            conversationId={conversationId}
            at={found?.conversationId === conversationId ? found.position : undefined}
            onNewest={() => setFound(undefined)}
          />
        )}
      </section>
    </div>
  );
}
