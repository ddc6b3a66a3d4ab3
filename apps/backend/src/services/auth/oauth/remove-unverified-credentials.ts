import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail } from '../accounts/create-account.ts';
import { voidFlows } from './flow-state.ts';
import { updateProviders } from '../accounts/identities.ts';
import { endSessions } from '../sessions/sessions.ts';
import type { ExternalIdentity } from './external-identity.ts';

/**
 * Gives an account to the one whom a provider vouches for as its address'
 * owner. Whoever made it never showed that, and may still hold its password,
 * other ways in, sessions or mailed tokens: all of them go. Second factors
 * stay, for a first one must never take them away.
 * @param identityId the way in that is kept
 * @returns the sessions that ended, for LiveSessions to forget after the commit
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
      updated_at = now(),
      confirmation_sent_at = null, recovery_token = '', recovery_sent_at = null,
      email_change = '', email_change_token_current = '', email_change_token_new = '',
      email_change_sent_at = null, email_change_confirm_status = 0,
      phone_change = '', phone_change_token = '', phone_change_sent_at = null,
      reauthentication_token = '', reauthentication_sent_at = null
    where id = ${userId}`;
  await sql`delete from auth.identities where user_id = ${userId} and id <> ${identityId}`;
  await voidFlows(sql, userId);
  await confirmEmail(sql, userId);
  await updateProviders(sql, userId);
  return endSessions(sql, userId, 'global', '');
}
