import type { Database } from '@undertone/database-types/database';

/** The voice of a message. */
interface MessageClip {
  /** Seconds. */
  duration: number;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
  filter: string;
}

export interface Message {
  id: string;
  conversationId: string;
  /** Its place in the conversation, from 1 on; undefined while an anonymous message waits for its delivery. */
  position: number | undefined;
  /** The side that sent it, see `Conversation.place`. */
  place: number;
  /** Undefined for a message that is only a clip, and for a deleted one. */
  content: string | undefined;
  clip: MessageClip | undefined;
  sentAt: string;
  isDeleted: boolean;
}

/** Where a message stands. */
export type MessagePlace = Pick<Message, 'conversationId' | 'position'>;

export const MESSAGE_COLUMNS =
  'id, conversation_id, position, place, content, duration, waveform, filter_used, sent_at, deleted_at' as const;

export type MessageRow = Pick<
  Database['public']['Tables']['messages']['Row'],
  | 'id'
  | 'conversation_id'
  | 'position'
  | 'place'
  | 'content'
  | 'duration'
  | 'waveform'
  | 'filter_used'
  | 'sent_at'
  | 'deleted_at'
>;

export function messageFromRow(row: MessageRow): Message {
  const { duration, waveform, filter_used: filter } = row;
  return {
    id: row.id,
    conversationId: row.conversation_id,
    position: row.position ?? undefined,
    place: row.place,
    content: row.content ?? undefined,
    clip:
      duration === null
        ? undefined
        : { duration, waveform: waveform ?? [], filter: filter ?? 'original' },
    sentAt: row.sent_at,
    isDeleted: row.deleted_at !== null,
  };
}
