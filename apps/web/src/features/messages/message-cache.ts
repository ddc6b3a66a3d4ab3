import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { patchPages } from '#lib/patch-pages.ts';
import type { Conversation } from './conversation.ts';
import type { Message } from './message.ts';
import { messageKeys } from './message-keys.ts';
import type { MessagePage } from './queries.ts';

/** Changes a conversation in the cached lists and on its page. */
export function patchConversation(
  queryClient: QueryClient,
  userId: string,
  id: string,
  change: Partial<Conversation>,
): void {
  patchPages<Conversation>(queryClient, messageKeys.lists(), (items) =>
    items.map((one) => (one.id === id ? { ...one, ...change } : one)),
  );
  queryClient.setQueryData<Conversation | null>(
    messageKeys.conversation(userId, id),
    (one) => one && { ...one, ...change },
  );
}

/**
 * Adds messages to the cached pages of their conversation, or replaces those with their ids. Pages around an older
 * message, after which there are others, get none that are newer.
 */
export function showMessages(
  queryClient: QueryClient,
  userId: string,
  conversationId: string,
  messages: readonly Message[],
): void {
  changePages(queryClient, userId, conversationId, (items, isNewest) => {
    const shown = new Map(items.map((message) => [message.id, message]));
    for (const message of messages) {
      if (isNewest || shown.has(message.id)) shown.set(message.id, message);
    }
    return [...shown.values()].sort(newestFirst);
  });
}

/** Messages without a position are the newest. */
function newestFirst({ position: one }: Message, { position: other }: Message): number {
  if (one === other) return 0;
  return (other ?? Infinity) - (one ?? Infinity);
}

/** Removes a message from the cached pages, or changes it. */
export function changeMessage(
  queryClient: QueryClient,
  userId: string,
  { id, conversationId }: Message,
  change: (message: Message) => Message | undefined,
): void {
  changePages(queryClient, userId, conversationId, (items) =>
    items.flatMap((message) => (message.id === id ? (change(message) ?? []) : [message])),
  );
}

function changePages(
  queryClient: QueryClient,
  userId: string,
  conversationId: string,
  change: (items: readonly Message[], isNewest: boolean) => Message[],
): void {
  queryClient.setQueriesData<InfiniteData<MessagePage>>(
    { queryKey: messageKeys.messages(userId, conversationId) },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({
          ...page,
          items: change(page.items, index === 0 && page.newer === undefined),
        })),
      },
  );
}

/** The position of the newest message in the cached pages that begin with the newest; undefined without such pages. */
export function newestPosition(
  queryClient: QueryClient,
  userId: string,
  conversationId: string,
): number | undefined {
  const list = queryClient.getQueryData<InfiniteData<MessagePage>>(
    messageKeys.messagesAt(userId, conversationId, undefined),
  );
  const positions = list?.pages[0]?.items.map(({ position }) => position ?? 0);
  return positions && Math.max(0, ...positions);
}
