import type { Database } from '@undertone/database-types/database';
import type { Person } from '#features/people/person.ts';
import { MESSAGE_COLUMNS, messageFromRow, type Message, type MessageRow } from './message.ts';

/**
 * What a person can do in a conversation: write (`open`), answer a `request`, wait for the other to accept theirs
 * (`waiting`), end their own block (`blocked`), or only read (`ended`).
 */
const STATES = ['open', 'request', 'waiting', 'blocked', 'ended'] as const;

/** A conversation as one of its two sides sees it. */
export interface Conversation {
  id: string;
  isAnonymous: boolean;
  /** 1 for who has started it, 2 for the other. */
  place: number;
  /** The other side; undefined if it is anonymous, or its account has been deleted. */
  person: Person | undefined;
  state: (typeof STATES)[number];
  isAccepted: boolean;
  isArchived: boolean;
  isMuted: boolean;
  /** The last position that was read. */
  readPosition: number;
  /** How many messages the viewer has sent. */
  sentCount: number;
  unreadCount: number;
  /** The last position that the other side has read; undefined without receipts. */
  otherReadPosition: number | undefined;
  latest: Message | undefined;
  latestAt: string | undefined;
}

export const CONVERSATION_COLUMNS =
  `conversation_id, place, is_accepted, is_archived, is_muted, read_position, unread_count, sent_count, other_read_position, latest_at, person, state, conversation:conversations(is_anonymous), latest:messages(${MESSAGE_COLUMNS})` as const;

export interface ConversationRow extends Omit<
  Database['public']['Tables']['conversation_participants']['Row'],
  'deleted_position' | 'latest_message_id' | 'user_id'
> {
  conversation: { is_anonymous: boolean };
  latest: MessageRow | null;
}

export function conversationFromRow(row: ConversationRow): Conversation {
  return {
    id: row.conversation_id,
    isAnonymous: row.conversation.is_anonymous,
    place: row.place,
    person: personOf(row.person),
    state: STATES.find((state) => state === row.state) ?? 'ended',
    isAccepted: row.is_accepted,
    isArchived: row.is_archived,
    isMuted: row.is_muted,
    readPosition: row.read_position,
    unreadCount: row.unread_count,
    sentCount: row.sent_count,
    otherReadPosition: row.other_read_position ?? undefined,
    latest: row.latest ? messageFromRow(row.latest) : undefined,
    latestAt: row.latest_at ?? undefined,
  };
}

/** @param json what the computed column `person` returns */
function personOf(json: unknown): Person | undefined {
  if (!(json instanceof Object) || !('user_id' in json) || typeof json.user_id !== 'string')
    return undefined;
  return {
    userId: json.user_id,
    username: textOf(json, 'username'),
    avatarUrl: textOf(json, 'avatar_url'),
  };
}

function textOf(json: object, name: string): string | undefined {
  const value: unknown = Reflect.get(json, name);
  return typeof value === 'string' ? value : undefined;
}

/** Whether the other side does not learn who the viewer is. */
export const isHidden = ({ isAnonymous, place }: Pick<Conversation, 'isAnonymous' | 'place'>) =>
  isAnonymous && place === 1;

/** The name of the other side, as the screen shows it. */
export function nameOf({ isAnonymous, person }: Pick<Conversation, 'isAnonymous' | 'person'>) {
  if (person) return person.username ?? 'Anonymous';
  return isAnonymous ? 'Anonymous' : 'Deleted account';
}
