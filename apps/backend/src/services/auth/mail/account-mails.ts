import type { AuthContext } from '../auth-context.ts';
import type { OneTimeToken } from '../tokens/one-time-tokens.ts';
import type { User } from '../accounts/users.ts';
import { confirmationLink } from './confirmation-link.ts';
import type { SentMail } from './default-mails.ts';
import type { MailValues } from './mail-variables.ts';

/** The account that a mail is about. */
type Account = Pick<User, 'email' | 'raw_user_meta_data'>;

const accountValues = ({ email, raw_user_meta_data }: Account) => ({
  Email: email,
  Data: raw_user_meta_data,
});

interface LinkMail {
  readonly user: Account;
  readonly to: string;
  readonly token: OneTimeToken;
  readonly redirectTo: string;
}

/** @param type GoTrue's name for the purpose of the link */
const linkValues = ({ user, token, redirectTo }: Omit<LinkMail, 'to'>, type: string) => ({
  ...accountValues(user),
  Token: token.code,
  TokenHash: token.tokenHash,
  // GoTrue's redeems the token when it is opened; this one leads to a page with a button.
  ConfirmationURL: confirmationLink(redirectTo, token.tokenHash, type),
  RedirectTo: redirectTo,
});

/** Mails the link and code that confirm the address of a new account. */
export function mailConfirmation({ mails }: AuthContext, mail: LinkMail): void {
  mails.send('confirmation', mail.to, linkValues(mail, 'signup'));
}

/** Notifies the owner of an account of a sign-up with its address. */
export function mailRepeatedSignUp({ mails }: AuthContext, user: Account, to: string): void {
  mails.send('repeated_signup', to, accountValues(user));
}

/** Mails the link and code with which an owner signs in without a password. */
export function mailRecovery({ mails }: AuthContext, mail: LinkMail): void {
  mails.send('recovery', mail.to, linkValues(mail, 'recovery'));
}

/** Mails the link and code that confirm a change of address, at the current or the new address. */
export function mailEmailChange(
  { mails }: AuthContext,
  { newEmail, ...mail }: LinkMail & { readonly newEmail: string },
): void {
  const values = { ...linkValues(mail, 'email_change'), NewEmail: newEmail, SendingTo: mail.to };
  mails.send('email_change', mail.to, values);
}

/** Mails the code that a change of password requires. */
export function mailReauthentication(
  { mails }: AuthContext,
  user: Account,
  to: string,
  { code }: OneTimeToken,
): void {
  mails.send('reauthentication', to, { ...accountValues(user), Token: code });
}

/** Sends a notification, of each kind only so many to an address. */
function notify<Name extends SentMail>(
  { limits, mails }: AuthContext,
  name: Name,
  to: string,
  values: MailValues<Name>,
): void {
  if (limits.notificationMails.tryTake(`${name} ${to}`)) mails.send(name, to, values);
}

/** Notifies the owner of an account of its new password. */
export function mailPasswordChanged(auth: AuthContext, user: Account): void {
  if (user.email) notify(auth, 'password_changed', user.email, accountValues(user));
}

/**
 * Notifies the former address of an account of its new one.
 * @param user the account after the change
 */
export function mailEmailChanged(auth: AuthContext, user: Account, former: string): void {
  notify(auth, 'email_changed', former, { ...accountValues(user), OldEmail: former });
}

/** Notifies the owner of an account of a way to sign in that was added or removed. */
export function mailIdentityChange(
  auth: AuthContext,
  name: 'identity_linked' | 'identity_unlinked',
  user: Account,
  provider: string,
): void {
  if (user.email) notify(auth, name, user.email, { ...accountValues(user), Provider: provider });
}

/** Notifies the owner of an account of a second factor that was added or removed. */
export function mailFactorChange(
  auth: AuthContext,
  name: 'mfa_factor_enrolled' | 'mfa_factor_unenrolled',
  user: Account,
  factorType: string,
): void {
  if (user.email)
    notify(auth, name, user.email, { ...accountValues(user), FactorType: factorType });
}
