import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail } from '../accounts/create-account.ts';
import { deleteFlows } from './flow-state.ts';
import { updateProviders } from '../accounts/identities.ts';
import { endSessions } from '../sessions/sessions.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { deleteMailedTokens } from '../tokens/one-time-tokens.ts';

/**
 * Removes the credentials of an account whose address was never verified, once a provider has verified
 * its owner: the creator of the account may have its password, other identities, sessions or mailed
 * tokens. Second factors stay, since a first factor must never remove one.
 * @param identityId the owner's identity, which stays
 * @returns the ids of the ended sessions, which LiveSessions must forget after the commit
 */
export async function removeUnverifiedCredentials(
  sql: TransactionSql,
  userId: string,
  identityId: string,
  { email, data }: ExternalIdentity,
): Promise<string[]> {
  await sql`
    update auth.users
    set email = ${email}, encrypted_password = null, raw_user_meta_data = ${JSON.stringify(data)},
      phone_change = '', updated_at = now()
    where id = ${userId}`;
  await deleteMailedTokens(sql, userId);
  await sql`delete from auth.identities where user_id = ${userId} and id <> ${identityId}`;
  await deleteFlows(sql, userId);
  await confirmEmail(sql, userId);
  await updateProviders(sql, userId);
  return endSessions(sql, userId, 'global', '');
}
