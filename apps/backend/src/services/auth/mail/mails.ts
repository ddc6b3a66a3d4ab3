import { ConfigError } from '../../../config/config-error.ts';
import { isNotification, type MailTexts } from '../../../config/mail-settings.ts';
import { createDefaultMails, type SentMail } from './default-mails.ts';
import { parseTemplate, TemplateError, type Render } from './mail-template.ts';
import { mailVariables, type MailValues } from './mail-variables.ts';
import type { Mailer } from './mailer.ts';

interface MailsOptions {
  readonly mailer: Mailer;
  /** The project's texts. */
  readonly texts: MailTexts;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** How long mailed links and codes may be used, seconds. */
  readonly lifetime: number;
}

interface ParsedMail {
  readonly subject: Render;
  readonly content: Render;
}

/** The mails of accounts, with the project's texts or the service's own. */
export class Mails {
  readonly #mailer: Mailer;
  readonly #siteUrl: string;
  readonly #parsed = new Map<SentMail, ParsedMail>();

  /** @throws {ConfigError} naming the first text that cannot be rendered */
  constructor({ mailer, texts, siteUrl, lifetime }: MailsOptions) {
    this.#mailer = mailer;
    this.#siteUrl = siteUrl;
    for (const [name, template] of createDefaultMails(lifetime)) {
      const text = texts[name];
      if (isNotification(name) && !text) continue;
      const { subject, content, section } = text ?? {};
      const parse = (source: string, key: string, kind: 'html' | 'plain'): Render => {
        try {
          return parseTemplate(source, mailVariables[name], kind);
        } catch (cause) {
          if (!(cause instanceof TemplateError)) throw cause;
          throw new ConfigError(`${section}.${key} in config.toml: ${cause.message}.`, { cause });
        }
      };
      this.#parsed.set(name, {
        subject: parse(subject ?? template.subject, 'subject', 'plain'),
        content: parse(content ?? template.content, 'content_path', 'html'),
      });
    }
  }

  /** Sends a mail in the background; a notification only if the project has enabled it. */
  send<Name extends SentMail>(name: Name, to: string, values: MailValues<Name>): void {
    const all = { ...values, SiteURL: this.#siteUrl };
    const mail = this.#parsed.get(name);
    if (!mail) return;
    this.#mailer.send({ to, subject: mail.subject(all), html: mail.content(all) });
  }

  /** Stops sending, once the background tasks have ended. */
  close(): void {
    this.#mailer.close();
  }
}
