import type { TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { confirmSignUp, markAddressVerified } from '../accounts/email-confirmation.ts';
import { mailRecovery } from '../mail/account-mails.ts';
import type { User } from '../accounts/users.ts';

export interface RecoveryRequest {
  readonly client: ClientInfo;
  readonly redirectTo: string;
}

/** Mails a link and a code with which the owner of an account signs in without a password. */
export async function requestRecovery(
  auth: AuthContext,
  user: User,
  email: string,
  { client, redirectTo }: RecoveryRequest,
): Promise<void> {
  const token = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(sql, 'user_recovery_requested', user, client.address);
    return auth.oneTimeTokens.create(sql, {
      userId: user.id,
      email,
      purpose: 'recovery_token',
    });
  });
  mailRecovery(auth, { user, to: email, token, redirectTo });
}

/** Records that the mailed token was used, which also confirms the account's address. */
export async function completeRecovery(
  sql: TransactionSql,
  user: User,
  client: ClientInfo,
): Promise<void> {
  await sql`update auth.users set recovery_token = '', updated_at = now() where id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  if (!user.email_confirmed_at) return confirmSignUp(sql, user, client);
  await markAddressVerified(sql, user);
  await recordAuditEntry(sql, 'login', user, client.address);
}
