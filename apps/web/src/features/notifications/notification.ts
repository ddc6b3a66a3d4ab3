import { linkOptions } from '@tanstack/react-router';
import { NOTIFICATION_TYPES, type NotificationType } from '@undertone/domain/notification-type';

/** What someone did that concerns the viewer, as lists show it. */
export interface Notification {
  id: string;
  /** `other` is whatever a later version of the database may know. */
  type: NotificationType | 'other';
  actorName: string;
  /** Under which the actor's profile is found; undefined for someone who has chosen none, or is gone. */
  actorUsername: string | undefined;
  actorAvatarUrl: string | undefined;
  /** What the actor did, after their name: 'liked your voice drop'. */
  action: string;
  /** The comment's words, or the title of the drop that is liked. */
  content: string | undefined;
  /** The drop that it is about; undefined for a follow. */
  dropId: string | undefined;
  read: boolean;
  /** As the database writes it: ISO 8601 with microseconds, which a cursor needs. */
  createdAt: string;
}

/** Name of an actor who has none, or whose profile cannot be seen. */
const UNKNOWN_USER = 'Unknown User';

/** The columns of a notification, who did it, and whose drop it is about, for one request. */
export const NOTIFICATION_COLUMNS = `
  id, type, content, read, reference_id, created_at, recipient_id,
  actor:profiles!notifications_actor_id_fkey(username, avatar_url),
  drop:voice_drops!notifications_reference_id_fkey(user_id)
` as const;

/** What NOTIFICATION_COLUMNS selects. */
export interface NotificationRow {
  id: string;
  type: string;
  content: string | null;
  read: boolean;
  reference_id: string | null;
  created_at: string;
  recipient_id: string;
  actor: { username: string | null; avatar_url: string | null } | null;
  drop: { user_id: string } | null;
}

export function notificationFromRow(row: NotificationRow): Notification {
  const type = NOTIFICATION_TYPES.find((known) => known === row.type) ?? 'other';
  const username = row.actor?.username ?? undefined;
  return {
    id: row.id,
    type,
    actorName: username ?? UNKNOWN_USER,
    actorUsername: username,
    actorAvatarUrl: row.actor?.avatar_url ?? undefined,
    action: actionOf(type, row.drop?.user_id === row.recipient_id),
    content: row.content ?? undefined,
    dropId: row.reference_id ?? undefined,
    read: row.read,
    createdAt: row.created_at,
  };
}

/** A `comment` on someone else's drop is told to whom it answers. */
function actionOf(type: Notification['type'], isOwnDrop: boolean): string {
  switch (type) {
    case 'like':
      return 'liked your voice drop';
    case 'comment':
      return isOwnDrop ? 'commented on your voice drop' : 'replied to your comment';
    case 'follow':
      return 'started following you';
    case 'mention':
      return 'mentioned you in a comment';
    case 'other':
      return 'sent you a notification';
    default:
      return type satisfies never;
  }
}

/** Where a click leads: to the drop, with its comments open where one of them is meant, or to the one who follows. */
export function linkOf({ type, dropId, actorUsername }: Notification) {
  if (dropId !== undefined) {
    const isAboutComment = type === 'comment' || type === 'mention';
    return linkOptions({
      to: '/voice-drop/$id',
      params: { id: dropId },
      search: isAboutComment ? { comments: 'open' } : {},
    });
  }
  if (actorUsername === undefined) return undefined;
  return linkOptions({ to: '/$username', params: { username: actorUsername } });
}
