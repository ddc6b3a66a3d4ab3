import type { MailName } from '../../../config/mail-settings.ts';

const account = ['SiteURL', 'Email', 'Data'] as const;
const link = [...account, 'Token', 'TokenHash', 'ConfirmationURL', 'RedirectTo'] as const;

/** The variables of each mail, as in GoTrue. */
export const mailVariables = {
  invite: link,
  confirmation: link,
  recovery: link,
  magic_link: link,
  email_change: [...link, 'NewEmail', 'SendingTo'],
  reauthentication: [...account, 'Token'],
  repeated_signup: account,
  password_changed: account,
  email_changed: [...account, 'OldEmail'],
  phone_changed: [...account, 'Phone', 'OldPhone'],
  identity_linked: [...account, 'Provider'],
  identity_unlinked: [...account, 'Provider'],
  mfa_factor_enrolled: [...account, 'FactorType'],
  mfa_factor_unenrolled: [...account, 'FactorType'],
} as const satisfies Record<MailName, readonly string[]>;

/** The values of a mail's variables, besides `SiteURL`, which all mails share. */
export type MailValues<Name extends MailName> = Readonly<
  Record<Exclude<(typeof mailVariables)[Name][number], 'SiteURL'>, unknown>
>;
