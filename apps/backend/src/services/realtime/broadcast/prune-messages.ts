import type { Sql } from '../../../database/sql.ts';

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
