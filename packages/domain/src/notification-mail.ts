import { deviceName } from './device-name.ts';
import { withoutDirectionMarks } from './drop-page-title.ts';
import { noticeBodyOf, noticePathOf, noticeTitleOf, type MessageNotice } from './message-notice.ts';
import { bodyOf, pathOf, titleOf, type DescribedNotification } from './push-message.ts';

/** What the database returns about a mail. */
export type MailDelivery = { email: string } & (
  | { mail: 'mail-confirmation'; token: string }
  | { mail: 'mail-soon' | 'mail-digest'; token: string; items: readonly DescribedNotification[] }
  | { mail: 'mail-message'; token: string; items: readonly MessageNotice[] }
  | { mail: 'mail-sign-in'; method: string; userAgent: string | null; at: string }
);

/** A part of a mail, from top to bottom. Links are paths of the site. */
export type MailPart =
  | { text: string }
  | { title: string; words: string; path: string }
  | { button: string; path: string };

export interface MailText {
  subject: string;
  heading: string;
  parts: readonly MailPart[];
  /** With which the reader stops further mails; null where there are none. */
  stopToken: string | null;
}

/** The number of notifications that a mail shows. */
const SHOWN_MAX = 20;

/** The page that a link of a mail opens, which sends its token after a press. */
export const mailLinkPath = (type: 'confirm_mail' | 'stop_mail', token: string): string =>
  `/confirm?token_hash=${token}&type=${type}`;

const confirmation = (token: string): MailText => ({
  subject: 'Allow Undertone to mail you what happens',
  heading: 'May we mail you here?',
  parts: [
    {
      text: 'Somebody, probably you, turned on Email in the settings of Undertone for this address. Press the button to get mails about messages, replies, mentions, requests, likes and new followers.',
    },
    { button: 'Allow these mails', path: mailLinkPath('confirm_mail', token) },
    { text: 'If it was not you, ignore this mail: none of them is sent.' },
  ],
  stopToken: null,
});

const signIn = (method: string, userAgent: string | null, at: string): MailText => {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at));
  const isMailed = method === 'otp';
  return {
    subject: isMailed
      ? 'Somebody signed in to your Undertone account with a mailed link'
      : 'New sign-in to your Undertone account',
    heading: isMailed ? 'A mailed link was used' : 'New sign-in',
    parts: [
      {
        text: isMailed
          ? 'Somebody, probably you, signed in to your Undertone account with a link or a code that we have mailed, as people do who have forgotten their password.'
          : 'Somebody, probably you, signed in to your Undertone account.',
      },
      { text: `Device: ${deviceName(userAgent)}` },
      { text: `Time: ${time} (UTC)` },
      {
        text: 'If it was not you, choose a new password, which signs out every device.',
      },
      { button: 'Choose a new password', path: '/auth/forgot-password' },
    ],
    stopToken: null,
  };
};

const partOf = (item: DescribedNotification): MailPart => {
  // On one line, since in plain text further ones could look like parts of the mail.
  const words = withoutDirectionMarks(item.words ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { title: titleOf(item), words: bodyOf({ ...item, words }), path: pathOf(item) };
};

const notifications = (items: readonly DescribedNotification[], token: string): MailText => {
  const [first] = items;
  const title = first ? titleOf(first) : '';
  const others = items.length - 1;
  const hidden = items.length - SHOWN_MAX;
  return {
    subject: `${others > 0 ? `${title}, and ${others} more` : title} · Undertone`,
    heading: others > 0 ? `${items.length} new notifications` : 'A new notification',
    parts: [
      ...items.slice(0, SHOWN_MAX).map(partOf),
      ...(hidden > 0 ? [{ text: `And ${hidden} more.` }] : []),
      { button: 'Open Undertone', path: '/notifications' },
    ],
    stopToken: token,
  };
};

const messages = (items: readonly MessageNotice[], token: string): MailText => {
  const isOne = items.length === 1;
  return {
    subject: `${isOne ? 'New message' : 'New messages'} · Undertone`,
    heading: isOne ? 'A new message' : `New messages in ${items.length} conversations`,
    parts: [
      ...items.slice(0, SHOWN_MAX).map((item) => ({
        title: noticeTitleOf(item),
        words: noticeBodyOf(item),
        path: noticePathOf(item),
      })),
      { button: 'Open Undertone', path: '/messages' },
    ],
    stopToken: token,
  };
};

/** The text of a mail. */
export function mailTextOf(delivery: MailDelivery): MailText {
  if (delivery.mail === 'mail-confirmation') return confirmation(delivery.token);
  if (delivery.mail === 'mail-sign-in') {
    return signIn(delivery.method, delivery.userAgent, delivery.at);
  }
  if (delivery.mail === 'mail-message') return messages(delivery.items, delivery.token);
  return notifications(delivery.items, delivery.token);
}
