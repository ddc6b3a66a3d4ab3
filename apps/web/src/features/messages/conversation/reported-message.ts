import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import type { Message } from '#features/messages/message.ts';
import type { NamedReported } from '#features/reports/report-dialog.tsx';

/** A message of the other side, for a report: by its words or, without any, as their voice message. */
export const reportedMessage = (
  { id, content }: Message,
  conversation: Pick<Conversation, 'isAnonymous' | 'person'>,
): NamedReported => ({
  kind: 'message',
  id,
  name: content ?? `Voice message from ${nameOf(conversation)}`,
});
