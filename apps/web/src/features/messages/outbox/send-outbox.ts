import { storedUserId } from '#lib/account-key.ts';
import type { App } from '#lib/app.ts';
import { errorMessage, isFinalAnswer, isTokenRefused } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { workInTurn } from '#lib/work-in-turn.ts';
import { MESSAGE_COLUMNS, messageFromRow, type Message } from '#features/messages/message.ts';
import { showMessages } from '#features/messages/message-cache.ts';
import { messageKeys } from '#features/messages/message-keys.ts';
import type { OutgoingMessage } from './outbox-store.ts';
import { outboxOf } from './outbox.ts';
import { uploadMessageClip } from './upload-message-clip.ts';

/**
 * Sends an account's messages in the order in which they were written: now, when another one is written, when the
 * network is back, and after growing delays while the backend does not respond. One tab sends at a time.
 *
 * @returns a function that ends this
 */
export function followOutbox(app: App, userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const sending = workInTurn(
    `undertone-messages:${userId}`,
    signal,
    () => sendOutbox(app, userId, signal),
    (cause) => logFailure('Messages could not be sent yet.', cause),
  );
  outboxOf(app.client).onArrival(sending.start, signal);
  sending.start();
  return () => {
    ended.abort();
    sending.stop();
  };
}

/**
 * Sends what waits once. A message that the server refuses is marked, and the next one is sent.
 *
 * @throws when messages still wait
 */
export async function sendOutbox(app: App, userId: string, signal: AbortSignal): Promise<void> {
  const { client } = app;
  const outbox = outboxOf(client);
  await outbox.load(userId);
  for (;;) {
    const message = outbox.list(userId).find(({ failure }) => failure === undefined);
    if (!message || signal.aborted || storedUserId(client) !== userId) return;
    if (!navigator.onLine) throw new TypeError('Failed to fetch: there is no network.');
    try {
      const sent = await send(client, message, signal);
      showSent(app, userId, sent);
      await outbox.remove(message);
    } catch (cause) {
      if (!isFinalAnswer(cause) || isTokenRefused(cause)) throw cause;
      logFailure('A message was refused.', cause);
      await outbox.fail(message, errorMessage(cause));
    }
  }
}

async function send(
  client: SupabaseClient,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Message> {
  const { id, userId, conversationId, content, clip } = message;
  if (clip) await uploadMessageClip(client, userId, clip, { signal });
  const { data } = await client
    .rpc('send_message', {
      id,
      conversation: conversationId,
      ...(content !== undefined && { content }),
      ...(clip && { clip: clip.id }),
    })
    .select(MESSAGE_COLUMNS)
    .single()
    .throwOnError();
  return messageFromRow(data);
}

/** Shows a message that the server has, in its place. */
function showSent({ queryClient, edits }: App, userId: string, message: Message): void {
  const { id, conversationId } = message;
  edits.show(`message ${id}`, () => showMessages(queryClient, userId, conversationId, [message]));
  void queryClient.invalidateQueries({ queryKey: messageKeys.lists() });
  void queryClient.invalidateQueries({
    queryKey: messageKeys.conversation(userId, conversationId),
  });
}
