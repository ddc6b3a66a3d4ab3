/** The types of notifications; a reply to a comment is a `comment`. */
export const NOTIFICATION_TYPES = ['like', 'comment', 'follow', 'mention'] as const;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
