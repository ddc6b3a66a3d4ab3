import { escapeMarkup } from '../../../packages/domain/src/escape-markup.ts';
import {
  mailLinkPath,
  mailTextOf,
  type MailDelivery,
  type MailPart,
} from '../../../packages/domain/src/notification-mail.ts';
import { mailFrame } from './mail-frame.gen.ts';

/** Where the links of mails lead, without a slash at the end. */
export interface MailOrigins {
  readonly site: string;
  readonly api: string;
}

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STOP_WORDS = 'You get this mail because Email is on in your settings.';

/** RFC 8058: mailboxes send this request without opening the link. */
const stopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const htmlOf = (part: MailPart, site: string): string => {
  if ('text' in part) return `<p>${escapeMarkup(part.text)}</p>`;
  const address = escapeMarkup(site + part.path);
  if ('button' in part) {
    return `<p><a class="button" href="${address}">${escapeMarkup(part.button)}</a></p>`;
  }
  const words = part.words && `<br />${escapeMarkup(part.words)}`;
  return `<p><a href="${address}">${escapeMarkup(part.title)}</a>${words}</p>`;
};

const textOf = (part: MailPart, site: string): string => {
  if ('text' in part) return part.text;
  if ('button' in part) return `${part.button}: ${site}${part.path}`;
  return [part.title, part.words, site + part.path].filter(Boolean).join('\n');
};

/** Puts a text into the frame of all mails, whose variables are those of account mails. */
const inFrame = (heading: string, text: string, values: Readonly<Record<string, string>>) =>
  mailFrame
    // First, since the words of others may look like variables.
    .replaceAll(/\{\{ \.(\w+) \}\}/g, (_, name: string) => escapeMarkup(values[name] ?? ''))
    .replace('<!-- heading -->', () => escapeMarkup(heading))
    .replace('<!-- text -->', () => text);

/** Renders a mail as HTML and as text, with the headers by which mailboxes unsubscribe. */
export function renderMail(delivery: MailDelivery, { site, api }: MailOrigins): RenderedMail {
  const { subject, heading, parts, stopToken } = mailTextOf(delivery);
  const stop = stopToken && site + mailLinkPath('stop_mail', stopToken);
  const html = [
    `<h1>${escapeMarkup(heading)}</h1>`,
    ...parts.map((part) => htmlOf(part, site)),
    ...(stop ? [`<p>${STOP_WORDS} <a href="${escapeMarkup(stop)}">Stop these mails</a></p>`] : []),
  ];
  const text = [
    'Undertone',
    heading,
    ...parts.map((part) => textOf(part, site)),
    ...(stop ? [`${STOP_WORDS}\nStop these mails: ${stop}`] : []),
    `This mail is from Undertone, ${site}, to ${delivery.email}.`,
  ];
  return {
    subject,
    html: inFrame(heading, html.join('\n    '), { SiteURL: site, Email: delivery.email }),
    text: `${text.join('\n\n')}\n`,
    headers: {
      // RFC 3834: programs that reply to mails, such as those of absent people, do not reply to this one.
      'Auto-Submitted': 'auto-generated',
      ...(stopToken && stopHeaders(`${api}/functions/v1/unsubscribe?token=${stopToken}`)),
    },
  };
}
