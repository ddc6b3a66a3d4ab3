import {
  isMessageNotice,
  noticeBodyOf,
  noticePathOf,
  noticeTitleOf,
  type MessageNotice,
} from './message-notice.ts';
import { actionWords, NOTIFICATION_KINDS, type NotificationKind } from './notification-kind.ts';

/** A notification as the database describes it to its recipient. */
export interface DescribedNotification {
  kind: NotificationKind;
  /** The username of the account that acted; null if it has none. */
  actor?: string | null;
  /** How many other accounts did the same to the same drop. */
  others?: number;
  /** The title of a public drop, or a comment on one; null for what others must not read on a locked screen. */
  words?: string | null;
  drop?: string | null;
  comment?: string | null;
  decision?: string | null;
  /** Whether the comment has a clip, so that its words may be missing. */
  isVoice?: boolean | null;
  isOwnDrop?: boolean | null;
}

/** What the database returns about a delivery, besides its device. */
export type PushDelivery = (DescribedNotification | MessageNotice | { kind: 'test' }) & {
  /** The account for which the message is. */
  account: string;
  /** The kind and the drop, or the conversation: a later message of a topic replaces the earlier one. */
  topic: string;
  /** The number of unread notifications. */
  unread?: number;
};

/** The content of a push message, which the service worker shows. */
export interface PushMessage {
  account: string;
  title: string;
  body: string;
  tag: string;
  /** The page that a press opens. */
  path: string;
  /** The number beside the app's icon; undefined leaves it. */
  unread?: number;
}

/** A message has at most some 4000 bytes, and lock screens show fewer characters than this. */
const BODY_LENGTH = 200;

const UNKNOWN_USER = 'Unknown User';

/** Whose act a decision of the team is. */
const PRODUCT = 'Undertone';

/** What a locked screen shows below the title where the words are not those of a public drop. */
export const LOCK_SCREEN_BODIES: Readonly<Record<NotificationKind, string>> = {
  like: '',
  comment: 'Open Undertone to read it.',
  mention: 'Open Undertone to read it.',
  follow: '',
  request: 'Open Undertone to approve or decline.',
  approved: '',
  drop: 'Open Undertone to listen.',
  statement: 'Open Undertone to read it.',
  outcome: 'Open Undertone to read it.',
};

const namesOf = ({ kind, actor, others = 0 }: DescribedNotification): string => {
  if (NOTIFICATION_KINDS[kind].reference === 'decision') return PRODUCT;
  const name = actor ?? UNKNOWN_USER;
  if (others === 0) return name;
  return others === 1 ? `${name} and 1 other` : `${name} and ${others} others`;
};

/** Who did what, on one line. */
export const titleOf = (notification: DescribedNotification): string =>
  `${namesOf(notification)} ${actionWords(notification.kind, notification.isOwnDrop === true)}`;

/** What stands below the title. */
export function bodyOf({ kind, words, isVoice }: DescribedNotification): string {
  if (!words) return LOCK_SCREEN_BODIES[isVoice === true ? 'drop' : kind];
  const characters = Array.from(words);
  return characters.length > BODY_LENGTH
    ? `${characters.slice(0, BODY_LENGTH - 1).join('')}…`
    : words;
}

/** The page of what a notification is about. */
export function pathOf({
  kind,
  drop,
  comment,
  decision,
  actor,
  others = 0,
}: DescribedNotification): string {
  if (kind === 'statement' && decision) return `/statements/${decision}`;
  if (drop) {
    return `/voice-drop/${drop}${comment ? `?comments=open&comment=${comment}` : ''}`;
  }
  return actor && others === 0 ? `/${actor}` : '/notifications';
}

/** The message of a delivery. */
export function pushMessageOf(delivery: PushDelivery): PushMessage {
  const { account, topic: tag, unread } = delivery;
  if (delivery.kind === 'test') {
    return {
      account,
      title: 'This device receives push messages',
      body: 'You sent this test in the settings of Undertone.',
      tag,
      path: '/settings',
    };
  }
  if (isMessageNotice(delivery)) {
    return {
      account,
      title: noticeTitleOf(delivery),
      body: noticeBodyOf(delivery),
      tag,
      path: noticePathOf(delivery),
    };
  }
  return {
    account,
    title: titleOf(delivery),
    body: bodyOf(delivery),
    tag,
    path: pathOf(delivery),
    ...(unread !== undefined && { unread }),
  };
}
