import { useEffect, useRef } from 'react';
import type { Conversation } from '#features/messages/conversation.ts';
import { markConversationRead } from '#features/messages/mutations.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { useOnline } from '#ui/use-online.ts';

/** Marks a conversation as read while its newest message is in front of the person. */
export function useMarkRead(
  userId: string,
  conversation: Conversation,
  newest: number | undefined,
  isInSight: boolean,
): void {
  const app = useApp();
  const isOnline = useOnline();
  // A failure is not repeated before something has changed.
  const marked = useRef(0);
  // The list may know of a message that the log has not read yet.
  const isNewest = newest !== undefined && newest >= (conversation.latest?.position ?? 0);
  const isDue = isInSight && isOnline && isNewest && conversation.unreadCount > 0;
  useEffect(() => {
    if (!isDue || marked.current >= newest) return;
    marked.current = newest;
    markConversationRead(app, userId, conversation, newest).catch((cause: unknown) =>
      logFailure('A conversation could not be marked as read.', cause),
    );
  }, [app, userId, conversation, newest, isDue]);
}
