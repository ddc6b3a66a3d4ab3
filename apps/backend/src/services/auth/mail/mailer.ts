import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Logger } from 'pino';
import { writeFileAtomically } from '../../../lib/atomic-file.ts';
import type { BackgroundTasks } from '../background-tasks.ts';
import type { DkimSignature } from './dkim-signature.ts';
import { toPlainText } from './plain-text.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The text part is made from it. */
  readonly html: string;
}

interface Sender {
  readonly name: string;
  readonly address: string;
}

export interface MailerOptions {
  /** Null to write mails to the folder. */
  readonly smtpUrl: string | null;
  /** Signs what is sent by SMTP. */
  readonly dkim: DkimSignature | null;
  /** DATA_DIR/mail. */
  readonly folder: string;
  readonly from: Sender;
  readonly log: Logger;
  readonly tasks: BackgroundTasks;
}

/** The fields of nodemailer's errors that are safe to log. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

type Deliver = (mail: Mail) => Promise<void>;

/** The message of a mail for nodemailer. */
const compose = async ({ html, ...mail }: Mail) => ({
  ...mail,
  text: await toPlainText(html),
  html,
  // RFC 3834: programs that reply to mails, such as those of absent people, do not reply to this one.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const toFolder = (folder: string, from: Sender, log: Logger): Deliver => {
  let mails = 0;
  return async (mail) => {
    // The name is chosen before anything is awaited, and numbered within a millisecond, so that the
    // files sorted by name are in the order of sending.
    const time = new Date().toISOString().replaceAll(':', '-');
    const number = String((mails += 1)).padStart(9, '0');
    const file = join(folder, `${time}-${number}-${randomUUID()}.eml`);
    const message = await new MailComposer({ from, ...(await compose(mail)) }).compile().build();
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

  constructor({ smtpUrl, dkim, folder, from, log, tasks }: MailerOptions) {
    this.#log = log;
    this.#tasks = tasks;
    if (smtpUrl === null) {
      this.#deliver = toFolder(folder, from, log);
      this.close = () => undefined;
      return;
    }
    const transport = createTransport({ url: smtpUrl, ...(dkim && { dkim }) }, { from });
    this.#deliver = async (mail) => void (await transport.sendMail(await compose(mail)));
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
