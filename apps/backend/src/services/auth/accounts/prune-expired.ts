import type { Logger } from 'pino';
import type { Sql } from '../../../database/sql.ts';
import { refreshTokenLength, usedTokensKeptFor } from '../sessions/refresh-tokens.ts';

/** How often what is old is looked for, ms. */
const interval = 60 * 60 * 1000;

/** How long entries of the audit log are kept, days. */
const auditLogDays = 90;

/**
 * How long the entries are kept that say that a session was renewed, days: there is one an hour for
 * everybody who is here, and the session itself knows when and from where it was renewed last.
 */
const refreshEntriesDays = 7;

/** Rows deleted by one statement, so that none holds locks for long. */
const batch = 5_000;

const untilFew = async (work: () => Promise<{ count: number }>): Promise<number> => {
  let total = 0;
  for (;;) {
    const { count } = await work();
    total += count;
    if (count < batch) return total;
  }
};

/**
 * Deletes what would otherwise grow without end: refresh tokens a day after they
 * were rotated, which are known for old ones by their form from then on, and old
 * entries of the audit log.
 * @returns how many rows went
 */
export async function pruneExpired(
  sql: Sql,
): Promise<{ refreshTokens: number; auditEntries: number }> {
  const refreshTokens = await untilFew(
    () => sql`
      delete from auth.refresh_tokens where id in (
        select id from auth.refresh_tokens
        where revoked and updated_at < now() - make_interval(secs => ${usedTokensKeptFor})
          and length(token) = ${refreshTokenLength}
        limit ${batch} for update skip locked
      )`,
  );
  const auditEntries = await untilFew(
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

/**
 * Prunes now and from time to time.
 * @returns what ends that, once a pruning under way is done
 */
export function startPruning(sql: Sql, log: Logger): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= pruneExpired(sql)
      .then(
        (pruned) => log.info(pruned, 'pruned refresh tokens and the audit log'),
        (err: unknown) => log.error({ err }, 'pruning failed'),
      )
      .finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, interval).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
