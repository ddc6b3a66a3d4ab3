import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { nameOf } from '#features/messages/conversation.ts';
import { ConversationAvatar } from '#features/messages/conversation-avatar.tsx';
import type { MessagePlace } from '#features/messages/message.ts';
import { foundMessagesOptions } from '#features/messages/queries.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { markerOf } from '#ui/marked-text.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { MessageText } from './conversation-row.tsx';
import { AvatarRowSkeletons } from '#ui/avatar-row-skeletons.tsx';

interface FoundMessagesProps {
  userId: string;
  words: string;
  onFound: (message: MessagePlace) => void;
}

/** The messages with some words, newest first. Each opens its conversation there. */
export function FoundMessages({ userId, words, onFound }: FoundMessagesProps) {
  const list = useInfiniteQuery(foundMessagesOptions(useClient(), userId, words));
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <QueryList
      query={list}
      of="messages"
      failure="Failed to search your messages"
      loading={<AvatarRowSkeletons of="conversations" count={4} />}
      reason={backendMessage(list.error)}
      isEmpty={found.length === 0}
      empty={
        <EmptyState title="Nothing found" description="None of your messages has these words." />
      }
      end={null}
    >
      <ul className="grid grid-cols-1 gap-0.5 p-2">
        {found.map(({ message, conversation }) => (
          <li key={message.id}>
            <Link
              to="/messages/{-$id}"
              params={{ id: conversation.id }}
              onClick={() => onFound(message)}
              resetScroll={false}
              className="flex items-start gap-3 rounded-md p-3 transition-colors hover:bg-paper-hover"
            >
              <ConversationAvatar conversation={conversation} />
              <span className="min-w-0 grow">
                <span className="flex items-baseline gap-2">
                  <bdi className="truncate font-medium">{nameOf(conversation)}</bdi>
                  <RelativeTime
                    moment={message.sentAt}
                    className="ml-auto shrink-0 text-xs text-ink-faint tabular-nums"
                  />
                </span>
                <span className="mt-0.5 line-clamp-2 text-sm text-ink-soft wrap-anywhere">
                  {message.place === conversation.place && 'You: '}
                  <MessageText message={message} render={markerOf(words)} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </QueryList>
  );
}
