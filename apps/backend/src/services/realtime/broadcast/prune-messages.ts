import type { Logger } from 'pino';
import type { Sql } from '../../../database/sql.ts';

/** Time between two runs, ms. */
const interval = 60 * 60 * 1000;

/** How long a message is kept after it was sent, hours. Nothing reads it any more. */
const retention = 24;

/** Rows that one statement deletes, so that none holds locks for long. */
const batch = 5000;

/**
 * Deletes messages that were sent by SQL a day ago.
 * @returns how many
 */
export async function pruneMessages(sql: Sql): Promise<number> {
  let total = 0;
  for (;;) {
    const { count } = await sql`
      delete from realtime.messages where (id, inserted_at) in (
        select id, inserted_at from realtime.messages
        where inserted_at < localtimestamp - make_interval(hours => ${retention})
        limit ${batch} for update skip locked
      )`;
    total += count;
    if (count < batch) return total;
  }
}

/**
 * Prunes now and every hour.
 * @returns a function that stops the schedule, and waits for a run that has begun
 */
export function startPruningMessages(sql: Sql, log: Logger): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= pruneMessages(sql)
      .then(
        (messages) => log.info({ messages }, 'pruned broadcast messages'),
        (err: unknown) => log.error({ err }, 'pruning broadcast messages failed'),
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
