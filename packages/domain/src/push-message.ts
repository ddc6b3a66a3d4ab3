import { NOTIFICATION_KINDS, REPLY_WORDS, type NotificationKind } from './notification-kind.ts';

/** What the database returns about a delivery, besides its device. */
export interface PushDelivery {
  kind: NotificationKind | 'test';
  /** The account for which the message is. */
  account: string;
  /** The kind and the drop: a later message of a topic replaces the earlier one. */
  topic: string;
  /** The username of the account that acted; null if it has none. */
  actor?: string | null;
  /** How many other accounts did the same to the same drop. */
  others?: number;
  /** The title of a public drop, or a comment on one; null for what others must not read on a locked screen. */
  words?: string | null;
  drop?: string | null;
  comment?: string | null;
  isOwnDrop?: boolean | null;
  /** The number of unread notifications. */
  unread?: number;
}

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

interface Words {
  /** What follows the names. */
  title: (delivery: PushDelivery) => string;
  /** Below the title, where the words are those of a public drop. */
  body: (words: string) => string;
  /** Below the title otherwise. It names neither words nor titles. */
  lockScreenBody: string;
}

const wordsOf = (kind: NotificationKind, lockScreenBody = ''): Words => ({
  title: () => NOTIFICATION_KINDS[kind].words,
  body: (words) => words,
  lockScreenBody,
});

/** The texts of each kind. */
export const PUSH_WORDS: Readonly<Record<NotificationKind, Words>> = {
  like: wordsOf('like'),
  comment: {
    ...wordsOf('comment', 'Open Undertone to read it.'),
    title: ({ isOwnDrop }) => (isOwnDrop ? NOTIFICATION_KINDS.comment.words : REPLY_WORDS),
  },
  mention: wordsOf('mention', 'Open Undertone to read it.'),
  follow: wordsOf('follow'),
  request: wordsOf('request', 'Open Undertone to approve or decline.'),
  approved: wordsOf('approved'),
  drop: wordsOf('drop', 'Open Undertone to listen.'),
};

const namesOf = ({ actor, others = 0 }: PushDelivery): string => {
  const name = actor ?? UNKNOWN_USER;
  if (others === 0) return name;
  return others === 1 ? `${name} and 1 other` : `${name} and ${others} others`;
};

/** A text, shortened to what a message shows. */
export const shorten = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > BODY_LENGTH
    ? `${characters.slice(0, BODY_LENGTH - 1).join('')}…`
    : text;
};

/** The page of what a delivery is about. */
export const pathOf = ({ drop, comment, actor, others = 0 }: PushDelivery): string => {
  if (drop) {
    return `/voice-drop/${drop}${comment ? `?comments=open&comment=${comment}` : ''}`;
  }
  return actor && others === 0 ? `/${actor}` : '/notifications';
};

/** Who did what, on one line. */
export const titleOf = (delivery: PushDelivery & { kind: NotificationKind }): string =>
  `${namesOf(delivery)} ${PUSH_WORDS[delivery.kind].title(delivery)}`;

/** The message of a delivery. */
export function pushMessageOf(delivery: PushDelivery): PushMessage {
  const { kind, account, topic: tag, words, unread } = delivery;
  if (kind === 'test') {
    return {
      account,
      title: 'This device receives push messages',
      body: 'You sent this test in the settings of Undertone.',
      tag,
      path: '/settings',
    };
  }
  const { body, lockScreenBody } = PUSH_WORDS[kind];
  return {
    account,
    title: titleOf({ ...delivery, kind }),
    body: words ? shorten(body(words)) : lockScreenBody,
    tag,
    path: pathOf(delivery),
    ...(unread !== undefined && { unread }),
  };
}
