import { linkOptions } from '@tanstack/react-router';
import type { Database } from '@undertone/database-types/database';
import { outcomeWords, statementWords } from '@undertone/domain/decision-words';
import type { PersonRow } from '#features/people/person.ts';
import {
  actionWords,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@undertone/domain/notification-kind';

/** A notification in the form that lists show. */
export interface Notification {
  id: string;
  /** `other` stands for types that a newer database may have. */
  type: NotificationKind | 'other';
  /** Undefined if the actor is gone, and for a notice of the product. */
  actorId: string | undefined;
  actorName: string;
  /** Undefined if the actor has no username or is gone, and for a notice of the product. */
  actorUsername: string | undefined;
  actorAvatarUrl: string | undefined;
  /** What the actor did, after their name: 'liked your voice drop'. */
  action: string;
  /** The comment's text in quotes, what stands for a clip alone, or the title of the liked or posted drop. */
  content: string | undefined;
  /** Undefined for what is about a person or the account. */
  dropId: string | undefined;
  /** The comment that it is about; undefined for a like, a follow and a new drop. */
  commentId: string | undefined;
  /** The decision of a statement. */
  decisionId: string | undefined;
  read: boolean;
  /** The database's ISO 8601 text with microseconds, which cursors need. */
  createdAt: string;
}

/** The name for an actor without a username or with an inaccessible profile. */
const UNKNOWN_USER = 'Unknown User';

/** The name over a notice that is no person's act. */
const PRODUCT = 'Undertone';

/** The columns of a notification with its actor and the drop's owner. */
export const NOTIFICATION_COLUMNS = `
  id, type, content, read, reference_id, comment_id, decision_id, created_at, recipient_id, actor_id,
  actor:profiles!notifications_actor_id_fkey(username, avatar_url),
  drop:voice_drops!notifications_reference_id_fkey(user_id, title)
` as const;

type NotificationColumns = Database['public']['Tables']['notifications']['Row'];

/** A row selected by NOTIFICATION_COLUMNS. */
export interface NotificationRow extends NotificationColumns {
  actor: PersonRow | null;
  drop: { user_id: string; title: string | null } | null;
}

export function notificationFromRow(row: NotificationRow): Notification {
  const type = isKnown(row.type) ? row.type : 'other';
  const username = row.actor?.username ?? undefined;
  return {
    id: row.id,
    type,
    actorId: row.actor_id ?? undefined,
    actorName: username ?? (row.actor_id === null ? PRODUCT : UNKNOWN_USER),
    actorUsername: username,
    actorAvatarUrl: row.actor?.avatar_url ?? undefined,
    action: actionOf(type, row),
    content: contentOf(type, row) ?? undefined,
    dropId: row.reference_id ?? undefined,
    commentId: row.comment_id ?? undefined,
    decisionId: row.decision_id ?? undefined,
    read: row.read,
    createdAt: row.created_at,
  };
}

const isKnown = (type: string): type is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, type);

const contentOf = (type: Notification['type'], { content, comment_id, drop }: NotificationRow) => {
  if (type === 'drop') return drop?.title;
  // Part of the action.
  if (type === 'statement' || type === 'outcome') return null;
  if (type === 'like' || content === null) return content ?? (comment_id && 'Voice reply');
  return `“${content}”`;
};

const actionOf = (
  type: Notification['type'],
  { content, drop, recipient_id }: NotificationRow,
): string => {
  if (type === 'statement') return statementWords(content ?? '');
  if (type === 'outcome') return outcomeWords(content ?? '');
  return type === 'other'
    ? 'sent you a notification'
    : actionWords(type, drop?.user_id === recipient_id);
};

/** The link of a notification: a statement, the drop, with the comment in sight that it is about, or the follower's profile. */
export function linkOf({ type, dropId, commentId, decisionId, actorUsername }: Notification) {
  if (type === 'statement' && decisionId !== undefined) {
    return linkOptions({ to: '/statements/{-$id}', params: { id: decisionId } });
  }
  if (dropId !== undefined) {
    const isAboutComment = type === 'comment' || type === 'mention';
    return linkOptions({
      to: '/voice-drop/$id',
      params: { id: dropId },
      search: isAboutComment
        ? { comments: 'open', ...(commentId !== undefined && { comment: commentId }) }
        : {},
    });
  }
  if (actorUsername === undefined) return undefined;
  return linkOptions({ to: '/$username', params: { username: actorUsername } });
}
