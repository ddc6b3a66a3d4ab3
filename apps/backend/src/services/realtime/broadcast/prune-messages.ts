import type { Sql } from '../../../database/sql.ts';

/** How long a sent message is kept, hours. Nothing reads it after it was sent. */
const retention = 24;

/** How many rows one statement deletes, so that no statement holds locks for long. */
const batch = 5000;

/**
 * Deletes messages that were sent by SQL more than a day ago.
 * @returns the number of deleted messages
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
