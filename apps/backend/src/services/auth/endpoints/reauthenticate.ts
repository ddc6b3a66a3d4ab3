import type { Sql, TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint, AuthContext } from '../auth-context.ts';
import { requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { mailReauthentication } from '../mail/account-mails.ts';
import type { User } from '../accounts/users.ts';

/** `GET /reauthenticate`: mails the code that a change of password requires. */
export const reauthenticate: Endpoint = (auth) => async (context) => {
  const user = await requireUser(auth, context);
  const { email } = user;
  if (!email) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email_confirmed_at) {
    throw new AuthError('email_not_confirmed', 'Please verify your email first.', { status: 422 });
  }
  auth.limits.takeMail('reauthentication', email);
  const token = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(
      sql,
      'user_reauthenticate_requested',
      user,
      readClientInfo(context).address,
    );
    return auth.oneTimeTokens.create(sql, {
      userId: user.id,
      email,
      purpose: 'reauthentication_token',
    });
  });
  mailReauthentication(auth, user, email, token);
  return context.json({});
};

/**
 * Age up to which a sign-in counts as reauthentication, minutes. GoTrue's 24 hours would let the finder of
 * an unattended device take the account over. A second factor does not count.
 */
const recentSignInMinutes = 10;

const isRecentSignIn = async (sql: Sql | TransactionSql, sessionId: string): Promise<boolean> => {
  const [session] = await sql<{ recent: boolean }[]>`
    select created_at > now() - make_interval(mins => ${recentSignInMinutes}) as recent
    from auth.sessions where id = ${sessionId}`;
  return session?.recent ?? false;
};

/**
 * Requires a recent sign-in before an account gets its first second factor, if the settings demand
 * reauthentication for a new password: the finder of a session who adds a factor of their own would lock
 * the owner out in the same way. A client that is refused signs in again, since supabase-js sends neither
 * password nor code with a factor.
 * @throws {AuthError} `reauthentication_needed`
 */
export async function requireRecentSignIn(
  { settings }: AuthContext,
  sql: TransactionSql,
  sessionId: string,
): Promise<void> {
  if (!settings.email.secure_password_change || (await isRecentSignIn(sql, sessionId))) return;
  throw new AuthError(
    'reauthentication_needed',
    'The first second factor requires a recent sign-in',
  );
}

/**
 * Requires a recent sign-in or the mailed code before a change of password, if the settings demand it. A
 * correct code is deleted.
 * @throws {AuthError} `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireReauthentication(
  { sql: admin, settings, limits, oneTimeTokens }: AuthContext,
  { id, email }: User,
  sessionId: string,
  nonce: string | null | undefined,
): Promise<void> {
  if (!settings.email.secure_password_change) return;
  if (await isRecentSignIn(admin, sessionId)) return;
  if (!nonce) {
    throw new AuthError('reauthentication_needed', 'Password update requires reauthentication');
  }
  await limits.tryMailedCode(id, () =>
    admin.begin(async (sql) => {
      const tokenHash = oneTimeTokens.hashOf(email ?? '', nonce);
      const taken = await oneTimeTokens.take(sql, tokenHash, ['reauthentication_token']);
      if (taken?.userId !== id) {
        throw new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid');
      }
      await sql`update auth.users set reauthentication_token = '' where id = ${id}`;
    }),
  );
}
