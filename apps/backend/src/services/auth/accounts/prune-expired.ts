import type { Sql } from '../../../database/sql.ts';
import { refreshTokenLength, rotatedTokenRetention } from '../sessions/refresh-token-format.ts';

/** How long entries of the audit log are stored, days. */
const auditLogDays = 90;

/**
 * How long audit entries of refreshed sessions are stored, days. Each active session writes one an
 * hour, and its row has the time and the address of the last refresh.
 */
const refreshEntriesDays = 7;

/** Rows that one statement deletes, so that no statement holds locks for long. */
const batch = 5_000;

/** Repeats a statement until it deletes less than a whole batch. */
const deleteInBatches = async (deleteBatch: () => Promise<{ count: number }>): Promise<number> => {
  let total = 0;
  for (;;) {
    const { count } = await deleteBatch();
    total += count;
    if (count < batch) return total;
  }
};

/**
 * Deletes expired rows: old entries of the audit log, and refresh tokens a day after their rotation,
 * except the parent of a session's current token, which its client may still have to send again. From
 * then on these tokens are recognised by their message authentication code.
 * @returns how many rows were deleted
 */
export async function pruneExpired(
  sql: Sql,
): Promise<{ refreshTokens: number; auditEntries: number }> {
  const refreshTokens = await deleteInBatches(
    () => sql`
      delete from auth.refresh_tokens where id in (
        select id from auth.refresh_tokens as used
        where revoked and updated_at < now() - make_interval(secs => ${rotatedTokenRetention})
          and length(token) = ${refreshTokenLength}
          and not exists (
            select from auth.refresh_tokens as active
            where active.parent = used.token and not active.revoked
          )
        limit ${batch} for update skip locked
      )`,
  );
  const auditEntries = await deleteInBatches(
    () => sql`
      delete from auth.audit_log_entries where id in (
        select id from auth.audit_log_entries
        where created_at < now() - make_interval(days => ${auditLogDays})
          or (
            created_at < now() - make_interval(days => ${refreshEntriesDays})
            and payload ->> 'action' = 'token_refreshed'
          )
        limit ${batch} for update skip locked
      )`,
  );
  return { refreshTokens, auditEntries };
}
