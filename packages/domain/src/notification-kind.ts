/** How a kind of notification is delivered. Compared with private.notification_kinds by a test. */
interface NotificationKindDetails {
  /** What it refers to: nothing but its actor, a drop, a comment on a drop, or a decision of the team. */
  reference: 'none' | 'drop' | 'comment' | 'decision';
  /** The setting of the recipient that turns it off; null for none. */
  switch: string | null;
  /** Whether it appears in the list of notifications. */
  bell: boolean;
  /** Whether it is sent to devices. */
  push: boolean;
  /** When it is mailed while it is unread. */
  mail: 'none' | 'soon' | 'digest';
  /** See actionWords. */
  words: string;
}

/** The kinds of notifications; a reply to a comment is a `comment`. */
export const NOTIFICATION_KINDS = {
  like: {
    reference: 'drop',
    switch: 'likes_notifications',
    bell: true,
    push: true,
    mail: 'digest',
    words: 'liked your voice drop',
  },
  comment: {
    reference: 'comment',
    switch: 'replies_notifications',
    bell: true,
    push: true,
    mail: 'soon',
    words: 'commented on your voice drop',
  },
  mention: {
    reference: 'comment',
    switch: 'mentions_notifications',
    bell: true,
    push: true,
    mail: 'soon',
    words: 'mentioned you in a comment',
  },
  follow: {
    reference: 'none',
    switch: 'follows_notifications',
    bell: true,
    push: true,
    mail: 'digest',
    words: 'started following you',
  },
  request: {
    reference: 'none',
    switch: 'follows_notifications',
    bell: true,
    push: true,
    mail: 'soon',
    words: 'asked to follow you',
  },
  approved: {
    reference: 'none',
    switch: 'follows_notifications',
    bell: true,
    push: true,
    mail: 'digest',
    words: 'approved your request to follow',
  },
  drop: {
    reference: 'drop',
    switch: 'drops_notifications',
    bell: true,
    push: true,
    mail: 'digest',
    words: 'posted a new voice drop',
  },
  // Their mails are of another kind, since people who have not switched mails on get them, too.
  statement: {
    reference: 'decision',
    switch: null,
    bell: true,
    push: true,
    mail: 'none',
    words: 'has decided about something of yours',
  },
  outcome: {
    reference: 'decision',
    switch: null,
    bell: true,
    push: true,
    mail: 'none',
    words: 'has looked at what you reported',
  },
} as const satisfies Record<string, NotificationKindDetails>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** What follows the actor's name. A comment on somebody else's drop is a reply to the recipient's. */
export const actionWords = (kind: NotificationKind, isOwnDrop: boolean): string =>
  kind === 'comment' && !isOwnDrop ? 'replied to your comment' : NOTIFICATION_KINDS[kind].words;
