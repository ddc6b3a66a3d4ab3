import type { ConversationRow } from '#features/messages/conversation.ts';
import type { MessageRow } from '#features/messages/message.ts';

/** The conversation of `conversationRow`. */
export const CONVERSATION = '5d0c1a3e-0000-4000-8000-000000000001';

/** A message of half an hour ago with words in the conversation with noor; place 1 is the viewer. */
export function messageRow(position: number, changes: Partial<MessageRow> = {}): MessageRow {
  return {
    id: `5d0c1a3e-0000-4000-9000-${String(position).padStart(12, '0')}`,
    conversation_id: CONVERSATION,
    position,
    place: 2,
    content: `Message ${position}`,
    duration: null,
    waveform: null,
    filter_used: null,
    sent_at: new Date(Date.now() - 1_800_000 + position * 1000).toISOString(),
    deleted_at: null,
    ...changes,
  };
}

/** The viewer's side of a conversation with noor. */
export function conversationRow(changes: Partial<ConversationRow> = {}): ConversationRow {
  return {
    conversation_id: CONVERSATION,
    place: 1,
    is_accepted: true,
    is_archived: false,
    is_muted: false,
    read_position: 0,
    unread_count: 0,
    other_read_position: null,
    sent_count: 0,
    latest_at: new Date().toISOString(),
    person: { user_id: 'id-of-noor', username: 'noor', avatar_url: null },
    state: 'open',
    conversation: { is_anonymous: false },
    latest: null,
    ...changes,
  };
}
