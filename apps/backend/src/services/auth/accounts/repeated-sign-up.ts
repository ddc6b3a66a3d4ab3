import type { TransactionSql } from '../../../database/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { mailRepeatedSignUp } from '../mail/account-mails.ts';
import { recordAuditEntry } from './audit-log.ts';
import type { User } from './users.ts';

/** Whether the owner was notified within the last day, also before a restart. */
async function wasMailed(sql: TransactionSql, userId: string): Promise<boolean> {
  const rows = await sql`
    select from auth.audit_log_entries
    where created_at > now() - interval '1 day'
      and payload ->> 'action' = 'user_repeated_signup'
      and payload ->> 'actor_id' = ${userId}
      and payload -> 'traits' ->> 'mailed' = 'true'
    limit 1`;
  return rows.length > 0;
}

/**
 * Records that somebody signed up with the address of an account, and notifies its owner of that by mail,
 * once a day at most: anybody can repeat such a sign-up. GoTrue only records it.
 * @param address the client's IP address
 */
export async function reportRepeatedSignUp(
  auth: AuthContext,
  user: User,
  email: string,
  address: string | null,
): Promise<void> {
  // The limit comes first: the search in the log of a whole day costs more.
  const isDue = auth.limits.repeatedSignUpMails.tryTake(user.id);
  const isMailed = await auth.sql.begin(async (sql) => {
    const mailed = isDue && !(await wasMailed(sql, user.id));
    const traits = { provider: 'email', ...(mailed && { mailed }) };
    await recordAuditEntry(sql, 'user_repeated_signup', user, address, traits);
    return mailed;
  });
  if (isMailed) mailRepeatedSignUp(auth, user, email);
}
