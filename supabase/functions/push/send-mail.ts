import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isRecord } from '../_shared/record.ts';
import type { ClaimedMail, Outcome } from './outbox.ts';
import { renderMail, type MailOrigins } from './render-mail.ts';

export interface MailSettings extends MailOrigins {
  /** `Undertone <no-reply@undertone.example>`. */
  readonly from: string;
  /** The mail server; undefined where mails are written to the folder. */
  readonly smtpUrl: string | undefined;
  /** Where mails are written without a mail server. */
  readonly folder: string | undefined;
  /** nodemailer's option for signing; undefined where the mail server signs. */
  readonly dkim: object | undefined;
}

/** How long a step of a delivery may take, ms. A function may run for a minute. */
const TIMEOUT = 10_000;

/**
 * Whether the receiving server refuses the address or the mail for good. A status of 5.7 (RFC 3463) is about this
 * server, which may not send there.
 */
const isRefusal = (error: unknown): boolean =>
  isRecord(error) &&
  (error.command === 'RCPT TO' || error.command === 'DATA') &&
  /^5\d\d(?![ -]5\.7\.)/.test(String(error.response));

/** Sends mails by SMTP, or writes them to a folder. */
export class MailSender {
  readonly #settings: MailSettings;

  constructor(settings: MailSettings) {
    this.#settings = settings;
  }

  async send(delivery: ClaimedMail): Promise<Outcome> {
    const { from, smtpUrl, folder, dkim } = this.#settings;
    const message = {
      ...renderMail(delivery, this.#settings),
      from,
      // As a text it could be read as several addresses.
      to: { name: '', address: delivery.email },
      // The same if the mail is sent again, so that mailboxes may show it once.
      messageId: `<${delivery.mail}-${delivery.subject}@${from.replace(/^.*@|>$/g, '')}>`,
    };
    // Loaded with the first mail, since most calls of the function send none.
    const { createTransport } = await import('nodemailer');
    const timeouts = {
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
    };
    try {
      if (smtpUrl !== undefined) {
        const transport = createTransport({ url: smtpUrl, ...timeouts, ...(dkim && { dkim }) });
        await transport.sendMail(message);
      } else if (folder !== undefined) {
        const transport = createTransport({ streamTransport: true, buffer: true });
        const { message: source } = await transport.sendMail(message);
        await writeMail(folder, delivery.subject, source);
      } else {
        return 'failed';
      }
      return 'delivered';
    } catch (error) {
      if (isRefusal(error)) return 'refused';
      // The message may contain the address.
      console.error('a mail was not sent:', isRecord(error) ? error.code : 'no reason');
      return 'failed';
    }
  }
}

/** Writes a mail beside those of accounts, whose names begin with the time, too. */
async function writeMail(folder: string, subject: string, source: unknown): Promise<void> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const file = `${folder}/${time}-${subject}.eml`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.tmp`, String(source), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}
