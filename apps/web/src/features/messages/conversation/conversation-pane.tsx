import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { conversationOptions } from '#features/messages/queries.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { ConversationFoot } from './conversation-foot.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageLog } from './message-log.tsx';
import { MessageSkeletons } from './message-skeletons.tsx';

interface ConversationPaneProps {
  userId: string;
  conversationId: string;
  /** The position of the message that is shown first; by default the newest. */
  at: number | undefined;
  onNewest: () => void;
}

/** An open conversation: its header, its messages, and the box for the next one. */
export function ConversationPane(props: ConversationPaneProps) {
  const { userId, conversationId, at, onNewest } = props;
  const query = useQuery(conversationOptions(useClient(), userId, conversationId));
  const { data: conversation } = query;
  if (query.isPending) return <MessageSkeletons />;
  if (query.isLoadingError)
    return (
      <ListProblem
        query={query}
        failure="Failed to load the conversation"
        reason={backendMessage(query.error)}
      />
    );
  if (!conversation) return <MissingConversation />;
  return (
    <>
      <ConversationHeader userId={userId} conversation={conversation} />
      <MessageLog
        // Other pages are another list.
        key={at}
        userId={userId}
        conversation={conversation}
        at={at}
        onNewest={onNewest}
      />
      <ConversationFoot userId={userId} conversation={conversation} />
    </>
  );
}

function MissingConversation() {
  return (
    <div className="grid grow place-items-center overflow-y-auto">
      <EmptyState
        title="There is no such conversation"
        description="It may have been deleted, or the link is for another account."
        action={
          <Link
            to="/messages/{-$id}"
            params={{ id: undefined }}
            className={buttonClass({ variant: 'secondary' })}
          >
            All conversations
          </Link>
        }
      />
    </div>
  );
}
