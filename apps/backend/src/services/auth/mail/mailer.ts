import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Logger } from 'pino';
import { writeFileAtomically } from '../../../lib/atomic-file.ts';
import type { BackgroundTasks } from '../background-tasks.ts';

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
  readonly tasks: BackgroundTasks;
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
  readonly #tasks: BackgroundTasks;
  /** Closes the connections to the mail server, once the tasks have ended. */
  readonly close: () => void;

  constructor({ smtpUrl, folder, from, log, tasks }: MailerOptions) {
    this.#log = log;
    this.#tasks = tasks;
    if (smtpUrl === null) {
      this.#deliver = toFolder(folder, from, log);
      this.close = () => undefined;
      return;
    }
    const transport = createTransport(smtpUrl, { from });
    this.#deliver = async (mail) => void (await transport.sendMail({ ...mail }));
    this.close = () => transport.close();
  }

  /** Sends a mail in the background; a failure is logged. */
  send(mail: Mail): void {
    this.#tasks.run(() =>
      this.#deliver(mail).catch(({ code, responseCode }: SmtpError) => {
        // The message is not logged, since it may contain the recipient's address.
        this.#log.error({ code, responseCode }, 'mail was not sent');
      }),
    );
  }
}
