import type { MailerOptions } from './mailer.ts';

/** The variables of functions that send mails themselves: from the same address, signed with the same key. */
export const mailEnvironment = ({
  smtpUrl,
  folder,
  from,
  dkim,
}: Pick<MailerOptions, 'smtpUrl' | 'folder' | 'from' | 'dkim'>): Record<string, string> => ({
  MAIL_FROM: `"${from.name}" <${from.address}>`,
  ...(smtpUrl === null ? { MAIL_FOLDER: folder } : { SMTP_URL: smtpUrl }),
  ...(dkim && { MAIL_DKIM: JSON.stringify(dkim) }),
});
