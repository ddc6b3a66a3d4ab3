import type { ReactNode } from 'react';
import { isHidden, nameOf, type Conversation } from '#features/messages/conversation.ts';
import { useSession } from '#features/session/session-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Composer } from './composer.tsx';
import { RequestBar } from './request-bar.tsx';
import { UnblockBar } from './unblock-bar.tsx';

const AnonymousFoot = lazyPart(() => import('#features/messages/anonymous/anonymous-foot.tsx'));

interface ConversationFootProps {
  userId: string;
  conversation: Conversation;
}

/** Below the messages: where the next one is written, or why none can be. */
export function ConversationFoot({ userId, conversation }: ConversationFootProps) {
  const { refusal } = useSession();
  const name = <bdi className="font-medium">{nameOf(conversation)}</bdi>;
  switch (conversation.state) {
    case 'open':
      if (refusal) return <refusal.Note className={noteClass} />;
      return isHidden(conversation) ? (
        <AnonymousFoot userId={userId} conversation={conversation} />
      ) : (
        <Composer userId={userId} conversation={conversation} />
      );
    case 'request':
      return <RequestBar userId={userId} conversation={conversation} />;
    case 'waiting':
      return isHidden(conversation) ? (
        <Note>You are anonymous here. You can send another message once {name} has answered.</Note>
      ) : (
        <Note>You can write more once {name} has accepted your message.</Note>
      );
    case 'blocked':
      return conversation.person ? (
        <UnblockBar person={conversation.person} />
      ) : (
        <Note>You have ended this conversation.</Note>
      );
    default:
      return <Note>This conversation has ended. You can still read it.</Note>;
  }
}

const noteClass =
  'shrink-0 border-t border-line px-4 py-4 text-center text-[0.9375rem] text-ink-soft';

function Note({ children }: { children: ReactNode }) {
  return <p className={noteClass}>{children}</p>;
}
