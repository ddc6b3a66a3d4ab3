import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail } from './create-account.ts';
import { recordAuditEntry } from './audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import type { CodeChallenge } from '../oauth/code-challenge.ts';
import { createFlow } from '../oauth/flow-state.ts';
import type { OneTimeToken } from '../tokens/one-time-tokens.ts';
import type { User } from './users.ts';

/**
 * Makes the token that shows that an address is its account's own.
 * @param challenge of the client that is to get the session, if it is to be that one alone
 */
export async function requestConfirmation(
  { oneTimeTokens }: AuthContext,
  sql: TransactionSql,
  userId: string,
  email: string,
  challenge: CodeChallenge | null,
): Promise<OneTimeToken> {
  if (challenge) {
    await createFlow(sql, { method: 'email/signup', provider: 'email', challenge, userId });
  }
  const pkce = challenge !== null;
  return oneTimeTokens.create(sql, { userId, email, purpose: 'confirmation_token', pkce });
}

/** Remembers that an account has shown its address to be its own: see `hasVerifiedEmail`. */
export async function markAddressVerified(sql: TransactionSql, user: User): Promise<void> {
  await sql`
    update auth.identities
    set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${user.id} and email = ${user.email}`;
}

/** An account's address has shown to be its own: the sign-up is complete. */
export async function confirmSignUp(
  sql: TransactionSql,
  user: User,
  client: ClientInfo,
): Promise<void> {
  await confirmEmail(sql, user.id);
  await markAddressVerified(sql, user);
  await recordAuditEntry(sql, 'user_signedup', user, client.address, { provider: 'email' });
}
