import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail } from './create-account.ts';
import { recordAuditEntry } from './audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import type { OneTimeToken } from '../tokens/one-time-tokens.ts';
import type { User } from './users.ts';

/**
 * Creates the token whose mail confirms an account's address.
 */
export async function requestConfirmation(
  { oneTimeTokens }: AuthContext,
  sql: TransactionSql,
  userId: string,
  email: string,
): Promise<OneTimeToken> {
  return oneTimeTokens.create(sql, { userId, email, purpose: 'confirmation_token' });
}

/** Marks the account's address as verified in its identities: see `hasVerifiedEmail`. */
export async function markAddressVerified(sql: TransactionSql, user: User): Promise<void> {
  await sql`
    update auth.identities
    set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${user.id} and email = ${user.email}`;
}

/** Completes a sign-up whose address has been confirmed. */
export async function confirmSignUp(
  sql: TransactionSql,
  user: User,
  client: ClientInfo,
): Promise<void> {
  await confirmEmail(sql, user.id);
  await markAddressVerified(sql, user);
  await recordAuditEntry(sql, 'user_signedup', user, client.address, { provider: 'email' });
}
