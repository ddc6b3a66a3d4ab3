import type { MailName } from '../../../config/mail-settings.ts';

/** The mails that this service sends. It has no invitations, sign-ins by mail and changes of phone numbers. */
export type SentMail = Exclude<MailName, 'invite' | 'magic_link' | 'phone_changed'>;

/** The source of a mail. */
export interface MailTemplate {
  readonly subject: string;
  /** HTML. */
  readonly content: string;
}

interface DefaultMail {
  readonly subject: string;
  readonly intro: string;
  /** The variable with the address that the mail links to. */
  readonly link?: 'ConfirmationURL' | 'SiteURL';
  readonly hasCode?: true;
  readonly closing: string;
}

const compose = ({ subject, intro, link, hasCode, closing }: DefaultMail): MailTemplate => {
  const codeLine = link ? 'Or enter this code:' : 'Enter this code:';
  const paragraphs = [
    intro,
    link && `<a href="{{ .${link} }}">${subject}</a>`,
    hasCode && `${codeLine} <strong>{{ .Token }}</strong>`,
    closing,
  ];
  const content = paragraphs.filter(Boolean).map((html) => `<p>${html}</p>`);
  return {
    subject,
    content: `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><body style="font:16px/1.5 sans-serif">${content.join('')}</body></html>`,
  };
};

const describeLifetime = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  if (minutes === 60) return 'one hour';
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
};

/** A notification of a change; `done` says what has happened. */
const notice = (subject: string, done: string): MailTemplate =>
  compose({
    subject,
    intro: done,
    link: 'SiteURL',
    closing:
      'If it was not you, choose a new password: someone else may be signed in to your account.',
  });

/**
 * The mails of a project without templates of its own. They name no product, since this backend serves any.
 * @param lifetime how long links and codes may be used, seconds
 */
export const createDefaultMails = (lifetime: number): ReadonlyMap<SentMail, MailTemplate> => {
  const time = describeLifetime(lifetime);
  return new Map<SentMail, MailTemplate>([
    [
      'confirmation',
      compose({
        subject: 'Confirm your e-mail address',
        intro: 'Follow this link to confirm the address {{ .Email }} and finish signing up:',
        link: 'ConfirmationURL',
        hasCode: true,
        closing: `Both work for ${time}. If you did not sign up, you can ignore this mail.`,
      }),
    ],
    [
      'recovery',
      compose({
        subject: 'Choose a new password',
        intro:
          'Someone, probably you, has forgotten the password of the account {{ .Email }}. Follow this link to sign in and choose a new one:',
        link: 'ConfirmationURL',
        hasCode: true,
        closing: `Both work for ${time}. If it was not you, you can ignore this mail: your password stays as it is.`,
      }),
    ],
    [
      'email_change',
      compose({
        subject: 'Confirm your new e-mail address',
        intro:
          'The account {{ .Email }} is to get the e-mail address {{ .NewEmail }}. Follow this link if you agree:',
        link: 'ConfirmationURL',
        hasCode: true,
        closing: `Both work for ${time}. If you have no account here, you can ignore this mail. If you did not ask for the change, do not follow the link, and change your password: someone else is signed in to your account.`,
      }),
    ],
    [
      'reauthentication',
      compose({
        subject: 'Your code to change your password',
        intro:
          'You want to change the password of the account {{ .Email }}. To show that it is you:',
        hasCode: true,
        closing: `It works for ${time}. If it was not you, give this code to nobody, and sign out everywhere: someone else is signed in to your account.`,
      }),
    ],
    [
      'repeated_signup',
      compose({
        subject: 'You already have an account',
        intro:
          'Someone, probably you, tried to sign up with {{ .Email }}. There is an account already:',
        link: 'SiteURL',
        closing: 'If it was not you, you can ignore this mail. Nothing has changed.',
      }),
    ],
    [
      'password_changed',
      notice('Your password was changed', 'The password of the account {{ .Email }} was changed.'),
    ],
    [
      'email_changed',
      notice(
        'Your e-mail address was changed',
        'The e-mail address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
      ),
    ],
    [
      'identity_linked',
      notice(
        'A sign-in was added to your account',
        'The sign-in with {{ .Provider }} was added to the account {{ .Email }}.',
      ),
    ],
    [
      'identity_unlinked',
      notice(
        'A sign-in was removed from your account',
        'The sign-in with {{ .Provider }} was removed from the account {{ .Email }}.',
      ),
    ],
    [
      'mfa_factor_enrolled',
      notice(
        'A second factor was added to your account',
        'A second factor ({{ .FactorType }}) was added to the account {{ .Email }}.',
      ),
    ],
    [
      'mfa_factor_unenrolled',
      notice(
        'A second factor was removed from your account',
        'A second factor ({{ .FactorType }}) was removed from the account {{ .Email }}.',
      ),
    ],
  ]);
};
