import type { TransactionSql } from '../../../database/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { confirmSignUp } from '../accounts/email-confirmation.ts';
import { confirmEmailChange } from '../accounts/email-change.ts';
import { AuthError, validationFailed } from '../errors.ts';
import type { Purpose } from './one-time-tokens.ts';
import { mailEmailChanged } from '../mail/account-mails.ts';
import { completeRecovery } from '../passwords/password-recovery.ts';
import { findUser, isBanned, type User } from '../accounts/users.ts';

/** GoTrue's types of tokens in requests, with the purposes that each covers. */
const purposes = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  email: ['confirmation_token', 'recovery_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
} as const satisfies Record<string, readonly Purpose[]>;

export type VerificationType = keyof typeof purposes;

const isServed = (type: string): type is VerificationType => Object.hasOwn(purposes, type);

/** @throws {AuthError} `validation_failed` for a type that is missing, unknown or not served */
export function readVerificationType(type: string | null | undefined): VerificationType {
  if (!type) throw validationFailed('Verify requires a verification type');
  if (isServed(type)) return type;
  throw validationFailed('Invalid email verification type');
}

/** GoTrue's message after the first of two addresses has confirmed a change of e-mail. */
export const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

interface MailedToken {
  readonly type: VerificationType;
  readonly tokenHash: string;
}

/**
 * Redeems a mailed token: confirms a sign-up or a change of e-mail, or completes a recovery.
 * @param finish creates the result in the same transaction
 * @returns null if another address has to confirm first
 * @throws {AuthError} `otp_expired` for a token that is wrong, used or expired, `user_banned`, `email_exists`
 */
export async function redeemMailedToken<T>(
  auth: AuthContext,
  { type, tokenHash }: MailedToken,
  client: ClientInfo,
  finish: (sql: TransactionSql, user: User) => Promise<T>,
): Promise<{ readonly result: T; readonly user: User } | null> {
  const redeemed = await auth.sql.begin(async (sql) => {
    const taken = await auth.oneTimeTokens.take(sql, tokenHash, purposes[type]);
    if (!taken) throw new AuthError('otp_expired', 'Email link is invalid or has expired');
    const { userId, purpose } = taken;
    // Both tokens of an e-mail change may arrive at once: the second waits here for the first.
    await sql`select from auth.users where id = ${userId} for update`;
    const user = await findUser(sql, userId);
    if (!user) throw new AuthError('otp_expired', 'Email link is invalid or has expired');
    if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');

    if (purpose === 'confirmation_token') await confirmSignUp(sql, user, client);
    else if (purpose === 'recovery_token') await completeRecovery(sql, user, client);
    else if (!(await confirmEmailChange(auth, sql, user, purpose, client))) return null;

    const changed = (await findUser(sql, userId))!;
    const result = await finish(sql, changed);
    return { result, user: (await findUser(sql, userId))!, former: user.email };
  });
  if (redeemed?.former && redeemed.former !== redeemed.user.email) {
    mailEmailChanged(auth, redeemed.user, redeemed.former);
  }
  return redeemed;
}
