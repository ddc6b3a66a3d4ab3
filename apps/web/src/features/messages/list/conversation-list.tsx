import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import type { Conversation } from '#features/messages/conversation.ts';
import type { Folder } from '#features/messages/message-keys.ts';
import { conversationsOptions } from '#features/messages/queries.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { AvatarRowSkeletons } from '#ui/avatar-row-skeletons.tsx';

interface ConversationListProps {
  userId: string;
  folder: Folder;
  openId: string | undefined;
}

/** The conversations of a folder, that with the latest message first. Arrow keys go from one to another. */
export function ConversationList({ userId, folder, openId }: ConversationListProps) {
  const list = useInfiniteQuery(conversationsOptions(useClient(), userId, folder));
  const conversations = (list.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((conversation) => folderOf(conversation) === folder);
  return (
    <QueryList
      query={list}
      of="conversations"
      failure="Failed to load conversations"
      loading={<AvatarRowSkeletons of="conversations" count={6} />}
      reason={backendMessage(list.error)}
      isEmpty={conversations.length === 0}
      empty={<NoConversations folder={folder} />}
      end={null}
    >
      <ul className="grid grid-cols-1 gap-0.5 p-2">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow
              conversation={conversation}
              userId={userId}
              isOpen={conversation.id === openId}
            />
          </li>
        ))}
      </ul>
    </QueryList>
  );
}

/** The folder of a conversation, which a change that is being written may have moved. */
function folderOf({ isAccepted, isArchived }: Conversation): Folder {
  if (!isAccepted) return 'requests';
  return isArchived ? 'archive' : 'inbox';
}

function NoConversations({ folder }: { folder: Folder }) {
  if (folder === 'requests')
    return (
      <EmptyState
        title="No requests"
        description="Messages arrive here first if you neither follow nor have written to their sender."
      />
    );
  if (folder === 'archive')
    return (
      <EmptyState
        title="Nothing archived"
        description="Archived conversations are out of the way, and come back with a new message."
      />
    );
  return (
    <EmptyState
      title="No conversations yet"
      description="To write to somebody, press Message on their profile."
      action={
        <Link to="/explore" className={buttonClass({ variant: 'secondary' })}>
          Explore Drops
        </Link>
      }
    />
  );
}
