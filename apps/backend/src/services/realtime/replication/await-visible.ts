import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../database/sql.ts';

/** Between two looks at transactions that are not visible yet, ms. */
const LOOK_EVERY = 2;

/**
 * Waits until transactions of the replication log are visible to others. PostgreSQL writes a commit to the log, from
 * where it is read, before it ends the transaction: on a busy machine a tenth of a second before. A client that is
 * sent the change and then reads would read the state before it, and nothing would make it read again.
 *
 * @param transactions the ids of transactions whose commits the log has, 32 bits
 * @throws the signal's reason when it aborts
 */
export async function awaitVisible(
  sql: Sql,
  transactions: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<void> {
  if (transactions.size === 0) return;
  const ids = [...transactions];
  for (;;) {
    // The id with its epoch is within 2^31 of the next one.
    const [found] = await sql<{ isRunning: boolean }[]>`
      select exists (
        select from unnest(${ids}::int8[]) as id,
          (select pg_snapshot_xmax(pg_current_snapshot())::text::int8) as snapshot (next),
          lateral (select next + ((id - next + 2147483648) & 4294967295) - 2147483648) as full_id (value)
        where pg_xact_status(value::text::xid8) = 'in progress'
      ) as "isRunning"`;
    if (!found?.isRunning) return;
    await delay(LOOK_EVERY, undefined, { signal });
  }
}
