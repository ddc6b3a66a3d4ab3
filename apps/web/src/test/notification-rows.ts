import type { NotificationRow } from '#features/notifications/notification.ts';

const HOUR = 3_600_000;

/** A row of notifications as the lists' request returns it, the given number of hours old. */
export function notificationRow(
  id: string,
  changes: Partial<NotificationRow> = {},
  hoursAgo = 0,
): NotificationRow {
  return {
    id,
    type: 'like',
    content: `Title ${id}`,
    read: false,
    reference_id: `drop-of-${id}`,
    comment_id: null,
    decision_id: null,
    created_at: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
    recipient_id: 'id-of-mira',
    actor_id: 'id-of-noor',
    actor: { username: 'noor', avatar_url: null },
    drop: { user_id: 'id-of-mira', title: `Title ${id}` },
    ...changes,
  };
}
