import type { App } from '#lib/app.ts';
import { openLiveTopic } from '#lib/live-channel.ts';
import { logFailure } from '#lib/log.ts';
import { serialReads } from '#lib/serial-reads.ts';
import type { Conversation } from './conversation.ts';
import { newestPosition, showMessages } from './message-cache.ts';
import { messageKeys } from './message-keys.ts';
import { readMessagesAfter } from './queries.ts';
import { typingOf } from './typing.ts';

/**
 * Keeps a person's conversations on screen up to date: the server sends ids to a topic that only this person may
 * join, and the page reads what they mean. What may have been missed is read again.
 *
 * @returns a function that stops it
 */
export function followMessages(app: App, userId: string): () => void {
  const { client, queryClient } = app;
  const typing = typingOf(client);
  const refetchLists = serialReads(() =>
    Promise.all(
      [messageKeys.lists(), messageKeys.counts()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ),
  );
  const attempt = (work: Promise<void>) => {
    work.catch((cause: unknown) => logFailure('New messages could not be read.', cause));
  };

  return openLiveTopic(client, `person:${userId}`, {
    onMessage: ({ event, payload: { conversation, position } }) => {
      if (typeof conversation !== 'string') return;
      if (event === 'typing') {
        typing.show(conversation);
        return;
      }
      refetchLists();
      if (event === 'message' && typeof position === 'number') {
        typing.end(conversation);
        attempt(readArrival(app, userId, conversation, position));
      } else attempt(readChange(app, userId, conversation));
    },
    onJoin: () => void queryClient.invalidateQueries({ queryKey: messageKeys.all }),
  });
}

/** Reads a message that has arrived, if its conversation has been open. */
async function readArrival(
  { client, queryClient, edits }: App,
  userId: string,
  conversationId: string,
  position: number,
): Promise<void> {
  void queryClient.invalidateQueries({
    queryKey: messageKeys.conversation(userId, conversationId),
  });
  const newest = newestPosition(queryClient, userId, conversationId);
  if (newest === undefined) return;
  // A message whose delivery was delayed comes before those that have been read.
  const read = newest < position && (await readMessagesAfter(client, conversationId, newest));
  if (!read || read.isPart) {
    await queryClient.invalidateQueries({ queryKey: messageKeys.messages(userId, conversationId) });
    return;
  }
  edits.show(`messages after ${newest} of ${conversationId}`, () =>
    showMessages(queryClient, userId, conversationId, read.messages),
  );
}

/**
 * Reads a conversation that has changed. Only if the change is not one of reading, accepting, muting or archiving,
 * which its row shows, can it be one of messages: one was deleted on another device, or a block hides some.
 */
async function readChange(
  { queryClient }: App,
  userId: string,
  conversationId: string,
): Promise<void> {
  const queryKey = messageKeys.conversation(userId, conversationId);
  const before = queryClient.getQueryData<Conversation | null>(queryKey);
  await queryClient.invalidateQueries({ queryKey });
  const after = queryClient.getQueryData<Conversation | null>(queryKey);
  if (before && after && before.state === after.state && marksOf(before) !== marksOf(after)) return;
  await queryClient.invalidateQueries({ queryKey: messageKeys.messages(userId, conversationId) });
}

const marksOf = ({ isAccepted, isArchived, isMuted, readPosition, ...rest }: Conversation) =>
  JSON.stringify([isAccepted, isArchived, isMuted, readPosition, rest.otherReadPosition]);
