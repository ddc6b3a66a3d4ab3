import type { TransactionSql } from 'postgres';
import { confirmEmail } from './accounts.ts';
import { recordAct } from './audit.ts';
import type { Auth } from './auth.ts';
import type { Client } from './client.ts';
import { AuthError } from './errors.ts';
import { createOneTimeToken, takeOneTimeToken, type OneTimeToken } from './one-time-tokens.ts';
import { startSession, type SessionGrant } from './sessions.ts';
import { findUser, isBanned, type User } from './users.ts';

/** Makes the token that shows that an address is its account's own. */
export async function requestConfirmation(
  sql: TransactionSql,
  userId: string,
  email: string,
): Promise<OneTimeToken> {
  const token = await createOneTimeToken(sql, userId, email, 'confirmation_token');
  await sql`
    update auth.users
    set confirmation_token = ${token.tokenHash}, confirmation_sent_at = now()
    where id = ${userId}`;
  return token;
}

/** Mails the link, and the code for those who read mail on another device. */
export function mailConfirmation(
  { mailer, url }: Auth,
  email: string,
  token: OneTimeToken,
  redirectTo: string,
): void {
  const query = new URLSearchParams({
    token: token.tokenHash,
    type: 'signup',
    redirect_to: redirectTo,
  });
  mailer.send({
    to: email,
    subject: 'Confirm your e-mail address',
    text: [
      'Follow this link to confirm your e-mail address and finish signing up:',
      `${url}/verify?${query.toString()}`,
      `Or enter this code: ${token.code}`,
      'Both work for one hour. If you did not sign up, you can ignore this mail.',
    ].join('\n\n'),
  });
}

/** Tells the owner of an account that someone tried to sign up with its address. */
export function mailExistingAccount({ mailer, redirects }: Auth, email: string): void {
  mailer.send({
    to: email,
    subject: 'You already have an account',
    text: [
      'Someone, probably you, tried to sign up with this e-mail address. There is an account already:',
      redirects.choose(undefined),
      'If it was not you, you can ignore this mail. Nothing has changed.',
    ].join('\n\n'),
  });
}

/** @throws {AuthError} for every type but the confirmation of a sign-up */
export function checkVerificationType(type: string | null | undefined): void {
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type');
  if (type === 'signup' || type === 'email') return;
  throw new AuthError('feature_disabled', `Verification of type "${type}" is not served here`);
}

/**
 * Confirms the address that a token was mailed to, and signs its account in.
 * @throws {AuthError} `otp_expired` for a token that is wrong, used or too old, `user_banned`
 */
export async function confirmSignUp(
  { sql: admin }: Auth,
  tokenHash: string,
  client: Client,
): Promise<{ user: User; grant: SessionGrant }> {
  return admin.begin(async (sql) => {
    const userId = await takeOneTimeToken(sql, tokenHash, 'confirmation_token');
    const user = userId ? await findUser(sql, userId) : undefined;
    if (!user) throw new AuthError('otp_expired', 'Email link is invalid or has expired');
    if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');
    await confirmEmail(sql, user.id);
    await sql`
      update auth.identities
      set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
      where user_id = ${user.id} and email = ${user.email}`;
    await recordAct(sql, 'user_signedup', user, client.address, { provider: 'email' });
    const grant = await startSession(sql, user, 'otp', client);
    return { grant, user: (await findUser(sql, user.id))! };
  });
}
