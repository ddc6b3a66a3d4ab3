import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Logger } from 'pino';
import { writeFileAtomically } from '../../../lib/atomic-file.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailerOptions {
  /** Null to write mails to the folder. */
  readonly smtpUrl: string | null;
  /** DATA_DIR/mail. */
  readonly folder: string;
  /** The sender's address. */
  readonly from: string;
  readonly log: Logger;
}

/** The fields of nodemailer's errors that are safe to log. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

type Deliver = (mail: Mail) => Promise<void>;

const toFolder = (folder: string, from: string, log: Logger): Deliver => {
  let mails = 0;
  return async (mail) => {
    // The name is chosen before anything is awaited, and numbered within a millisecond, so that the
    // files sorted by name are in the order of sending.
    const time = new Date().toISOString().replaceAll(':', '-');
    const number = String((mails += 1)).padStart(9, '0');
    const file = join(folder, `${time}-${number}-${randomUUID()}.eml`);
    const message = await new MailComposer({ from, ...mail }).compile().build();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFileAtomically(file, message.toString());
    log.info({ file }, 'mail written: there is no SMTP_URL');
  };
};

/**
 * Sends mails by SMTP, or writes them to a folder. Requests do not wait for it: the response time would
 * reveal whether there was a mail to send.
 */
export class Mailer {
  readonly #deliver: Deliver;
  readonly #log: Logger;
  readonly #sending = new Set<Promise<void>>();
  readonly #close: () => void;

  constructor({ smtpUrl, folder, from, log }: MailerOptions) {
    this.#log = log;
    if (smtpUrl === null) {
      this.#deliver = toFolder(folder, from, log);
      this.#close = () => undefined;
      return;
    }
    const transport = createTransport(smtpUrl, { from });
    this.#deliver = async (mail) => void (await transport.sendMail({ ...mail }));
    this.#close = () => transport.close();
  }

  /** Begins to send a mail; a failure is logged. */
  send(mail: Mail): void {
    const sending = this.#deliver(mail)
      .catch((error: SmtpError) => {
        // The message is not logged, since it may contain the recipient's address.
        const { code, responseCode } = error;
        this.#log.error({ code, responseCode }, 'mail was not sent');
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Waits for the mails in progress. */
  async settle(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async stop(): Promise<void> {
    await this.settle();
    this.#close();
  }
}
