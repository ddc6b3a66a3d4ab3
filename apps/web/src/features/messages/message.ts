import type { Database } from '@undertone/database-types/database';
import type { Track } from '#features/player/track.ts';

export interface Message {
  id: string;
  conversationId: string;
  /** Its place in the conversation, from 1 on; undefined while an anonymous message waits for its delivery. */
  position: number | undefined;
  /** The side that sent it, see `Conversation.place`. */
  place: number;
  /** Undefined for a message that is only a clip, and for a deleted one. */
  content: string | undefined;
  clip: Pick<Track, 'duration' | 'waveform' | 'filter'> | undefined;
  sentAt: string;
  isDeleted: boolean;
}

/** Where a message stands. */
export type MessagePlace = Pick<Message, 'conversationId' | 'position'>;

export const MESSAGE_COLUMNS =
  'id, conversation_id, position, place, content, duration, waveform, filter_used, sent_at, deleted_at' as const;

export type MessageRow = Omit<
  Database['public']['Tables']['messages']['Row'],
  'clip_id' | 'folded' | 'hidden_for' | 'is_delivered' | 'queue_place' | 'withdrawn_at'
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
