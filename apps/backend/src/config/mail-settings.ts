import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../lib/error-code.ts';
import { ConfigError } from './config-error.ts';

/** The text of a mail in config.toml; an empty value keeps the auth service's own. */
const text = z.strictObject({
  subject: z.string().default(''),
  content_path: z.string().default(''),
});

const notification = text.extend({ enabled: z.boolean().default(false) });

/** The sections auth.email.template, by GoTrue's names. */
export const mailTemplates = z.strictObject({
  invite: text.optional(),
  confirmation: text.optional(),
  recovery: text.optional(),
  magic_link: text.optional(),
  email_change: text.optional(),
  reauthentication: text.optional(),
  // Not GoTrue's: the mail to the owner of an address with which somebody else signs up. The Supabase
  // CLI accepts further names, and hosted projects ignore them.
  repeated_signup: text.optional(),
});

/** The sections auth.email.notification, by GoTrue's names: what is mailed after a change of an account. */
export const mailNotifications = z.strictObject({
  password_changed: notification.optional(),
  email_changed: notification.optional(),
  phone_changed: notification.optional(),
  identity_linked: notification.optional(),
  identity_unlinked: notification.optional(),
  mfa_factor_enrolled: notification.optional(),
  mfa_factor_unenrolled: notification.optional(),
});

type Templates = z.output<typeof mailTemplates>;
type Notifications = z.output<typeof mailNotifications>;

export const isNotification = (name: MailName): boolean =>
  Object.hasOwn(mailNotifications.shape, name);

export type MailName = keyof Templates | keyof Notifications;

/** A project's text of a mail; null keeps the auth service's own. */
interface MailText {
  readonly subject: string | null;
  /** HTML. */
  readonly content: string | null;
  /** The name of the section in config.toml, for messages. */
  readonly section: string;
}

/** The texts of templates, and those of the notifications that are enabled. */
export type MailTexts = Readonly<Partial<Record<MailName, MailText>>>;

const readContent = (section: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = codeOf(cause) === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new ConfigError(`${section}.content_path in config.toml: ${path} ${reason}.`, { cause });
  });

/**
 * Reads the mails' files. As for the Supabase CLI, paths of templates begin at the folder that contains the
 * Supabase folder, and those of notifications in the Supabase folder.
 * @throws {ConfigError} naming the setting and the file that cannot be read
 */
export async function readMailTexts(
  supabaseFolder: string,
  email: { readonly template: Templates; readonly notification: Notifications },
): Promise<MailTexts> {
  const read = async (
    section: string,
    { subject, content_path: path }: z.output<typeof text>,
    folder: string,
  ): Promise<MailText> => {
    const content = path ? await readContent(section, resolve(folder, path)) : null;
    return { subject: subject || null, content, section };
  };
  const sections = [
    ...Object.entries(email.template).map(
      ([name, written]) => ['template', name, written, dirname(supabaseFolder)] as const,
    ),
    ...Object.entries(email.notification).map(
      ([name, written]) =>
        ['notification', name, written?.enabled && written, supabaseFolder] as const,
    ),
  ];
  const texts = sections.map(async ([kind, name, written, folder]) =>
    written ? [[name, await read(`auth.email.${kind}.${name}`, written, folder)] as const] : [],
  );
  return Object.fromEntries((await Promise.all(texts)).flat());
}
