import { dayInWords, lastDayInWords } from './day.ts';
import { basisWords, outcomeWords, REPLACED_WORDS, statementWords } from './decision-words.ts';
import { deviceName } from './device-name.ts';
import { withoutDirectionMarks } from './drop-page-title.ts';
import { guidelineRuleTitle } from './guideline-rule.ts';
import { FACTOR_REQUEST_HOURS } from './limits.ts';
import { noticeBodyOf, noticePathOf, noticeTitleOf, type MessageNotice } from './message-notice.ts';
import { bodyOf, pathOf, titleOf, type DescribedNotification } from './push-message.ts';

/** What the database returns about a mail. */
export type MailDelivery = { email: string } & (
  | { mail: 'mail-confirmation'; token: string }
  | { mail: 'mail-soon' | 'mail-digest'; token: string; items: readonly DescribedNotification[] }
  | { mail: 'mail-message'; token: string; items: readonly MessageNotice[] }
  | { mail: 'mail-sign-in'; method: string; userAgent: string | null; at: string }
  | ({ mail: 'mail-factor'; at: string } & FactorEvent)
  | { mail: 'mail-export'; userAgent: string | null; at: string }
  | ({ mail: 'mail-statement' } & MailedStatement)
  | { mail: 'mail-outcome'; content: string }
  | { mail: 'mail-contact'; title: string; question: string; answer: string }
);

/** What happened to a lost second factor. */
type FactorEvent =
  | { about: 'used' | 'removed' | 'refused' }
  | { about: 'requested'; token: string };

/** A decision about the reader of a mail. Days are of UTC. */
interface MailedStatement {
  decision: string;
  /** Kind and measure, as in `statementWords`. */
  content: string;
  excerpt: string | null;
  rule: string | null;
  words: string | null;
  basis: string;
  until: string | null;
  decidedOn: string;
  appealableUntil: string | null;
  /** The answer to an appeal against it. */
  appeal: { outcome: 'upheld' | 'rejected'; answer: string; isReplaced: boolean } | null;
}

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
export const mailLinkPath = (
  type: 'confirm_mail' | 'stop_mail' | 'keep_factor',
  token: string,
): string => `/confirm?token_hash=${token}&type=${type}`;

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

const timePart = (at: string): MailPart => {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at));
  return { text: `Time: ${time} (UTC)` };
};

const notYou: readonly MailPart[] = [
  { text: 'If it was not you, choose a new password, which signs out every device.' },
  { button: 'Choose a new password', path: '/auth/forgot-password' },
];

const signIn = (method: string, userAgent: string | null, at: string): MailText => {
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
      timePart(at),
      ...notYou,
    ],
    stopToken: null,
  };
};

const setUpAgain: readonly MailPart[] = [
  { text: 'Until you turn two-factor on again, your password is enough to sign in.' },
  { button: 'Turn two-factor on', path: '/settings' },
];

/** The parts of a request's mail, which is sent three times. */
const requestParts = (at: string, token: string): MailPart[] => [
  {
    text: 'Somebody who has the password of your account, probably you, asked us to remove its second factor, because the recovery codes are lost, too.',
  },
  timePart(at),
  {
    text: 'If it was not you, press the button. Nothing is removed then. Choose a new password afterwards.',
  },
  { button: 'Keep my second factor', path: mailLinkPath('keep_factor', token) },
  {
    text: `If it was you, there is nothing to do. People decide ${FACTOR_REQUEST_HOURS} hours after the request at the earliest. Until then this mail is sent three times.`,
  },
];

const factorTexts = {
  used: {
    subject: 'A recovery code of your Undertone account was used',
    heading: 'A recovery code was used',
    text: 'Somebody, probably you, signed in with your password and a recovery code. The second factor of your account is removed, every other device is signed out, and the other recovery codes do not work any more.',
    more: [...setUpAgain, ...notYou],
  },
  removed: {
    subject: 'The second factor of your Undertone account is removed',
    heading: 'Your second factor is removed',
    text: 'As you have asked us to, we removed the second factor of your account. Every device is signed out, and recovery codes do not work any more.',
    more: setUpAgain,
  },
  refused: {
    subject: 'The second factor of your Undertone account stays',
    heading: 'Your second factor stays',
    text: 'You have asked us to remove the second factor of your account. We did not, because we could not be sure enough that it is your account.',
    more: [{ button: 'Write to us', path: '/contact' }],
  },
};

const factor = (event: FactorEvent, at: string): MailText => {
  if (event.about === 'requested') {
    return {
      subject: 'Should we remove the second factor of your Undertone account?',
      heading: 'Did you lose your second factor?',
      parts: requestParts(at, event.token),
      stopToken: null,
    };
  }
  const { subject, heading, text, more } = factorTexts[event.about];
  return { subject, heading, parts: [{ text }, timePart(at), ...more], stopToken: null };
};

const dataExport = (userAgent: string | null, at: string): MailText => ({
  subject: 'Your Undertone data was downloaded',
  heading: 'Your data was downloaded',
  parts: [
    {
      text: 'Somebody, probably you, downloaded a copy of the data of your Undertone account: profile, clips, messages and settings.',
    },
    { text: `Device: ${deviceName(userAgent)}` },
    timePart(at),
    ...notYou,
  ],
  stopToken: null,
});

/** On one line, since in plain text further ones could look like parts of the mail. */
const onOneLine = (words: string): string =>
  withoutDirectionMarks(words).replaceAll(/\s+/g, ' ').trim();

const statement = (made: MailedStatement): MailText => {
  const { content, excerpt, rule, words, until, appealableUntil, appeal } = made;
  const title = `Undertone ${statementWords(appeal ? `appeal:${appeal.outcome}` : content)}`;
  const lines = [
    appeal && onOneLine(appeal.answer),
    appeal?.isReplaced && REPLACED_WORDS,
    `${dayInWords(made.decidedOn)}: Undertone ${statementWords(content)}.`,
    excerpt && `What it is about: “${onOneLine(excerpt)}”`,
    rule && `The rule of the community guidelines: ${guidelineRuleTitle(rule)}`,
    words && onOneLine(words),
    basisWords(made.basis),
    until && `Until the end of ${lastDayInWords(until)} (UTC).`,
    !appeal &&
      appealableUntil &&
      `If you think that this is wrong, you can appeal until ${dayInWords(appealableUntil)}. Somebody else looks at it where that is possible.`,
  ];
  return {
    subject: title,
    heading: title,
    parts: [
      ...lines.flatMap((text) => (text ? [{ text }] : [])),
      { button: 'Open the statement', path: `/statements/${made.decision}` },
    ],
    stopToken: null,
  };
};

const outcome = (content: string): MailText => {
  const title = `Undertone ${outcomeWords(content)}`;
  return {
    subject: title,
    heading: title,
    parts: [
      { text: 'Thank you for your report: a person has looked at it.' },
      {
        text: 'What was decided exactly is between us and the person. If you think that we are wrong, write to us.',
      },
      { button: 'Contact', path: '/contact' },
    ],
    stopToken: null,
  };
};

const contact = (title: string, question: string, answer: string): MailText => ({
  subject: `Re: ${title}`,
  heading: 'An answer to your message',
  parts: [
    ...paragraphs(answer),
    { text: 'You wrote:' },
    ...paragraphs(question).map(({ text }) => ({ text: `> ${text}` })),
    {
      text: 'Replies to this mail reach nobody. To write again, use the contact form.',
    },
    { button: 'Write again', path: '/contact' },
  ],
  stopToken: null,
});

const paragraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => ({ text: onOneLine(line) }))
    .filter(({ text }) => text !== '');

const partOf = (item: DescribedNotification): MailPart => {
  const words = onOneLine(item.words ?? '');
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
  if (delivery.mail === 'mail-factor') return factor(delivery, delivery.at);
  if (delivery.mail === 'mail-export') return dataExport(delivery.userAgent, delivery.at);
  if (delivery.mail === 'mail-statement') return statement(delivery);
  if (delivery.mail === 'mail-outcome') return outcome(delivery.content);
  if (delivery.mail === 'mail-contact') {
    return contact(delivery.title, delivery.question, delivery.answer);
  }
  if (delivery.mail === 'mail-message') return messages(delivery.items, delivery.token);
  return notifications(delivery.items, delivery.token);
}
