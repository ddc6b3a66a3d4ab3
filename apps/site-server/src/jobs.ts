import type { Sql } from '@undertone/backend/database/sql.ts';
import type { Job } from '@undertone/backend/server.ts';
import { HOUR_MS } from '@undertone/backend/lib/run-every.ts';
import { deleteExpired } from './delete-expired.ts';

/** How often the outbox is read: new drops are notified that much later. */
const DELIVERY_MS = 5000;

/** How many batches a run delivers at most, so that a stop need not wait long. */
const BATCHES_MAX = 5;

/** The scheduled work of the database, which has no scheduler of its own here. */
export const jobs: readonly Job[] = [
  { name: 'deleting expired rows', intervalMs: HOUR_MS, run: deleteExpired },
  { name: 'delivering the outbox', intervalMs: DELIVERY_MS, run: deliverOutbox },
];

/** Delivers what is due, each batch in a transaction of its own. */
async function deliverOutbox(sql: Sql): Promise<{ batches: number } | null> {
  let batches = 0;
  while (batches < BATCHES_MAX) {
    const [row] = await sql<{ found: boolean }[]>`select private.deliver_batch() as found`;
    if (!row?.found) break;
    batches += 1;
  }
  return batches === 0 ? null : { batches };
}
