import { expect, it } from 'vitest';
import { openSession } from '../../../database/sql.ts';
import { startDatabase } from '../fixtures/running-realtime.ts';
import { awaitVisible } from './await-visible.ts';

const { database } = await startDatabase();
const { admin } = database.database;

it('a transaction that ended long ago, or was rolled back, is not awaited', async () => {
  await using session = await openSession(database.url, { name: 'a writer' });
  await session`begin`;
  const [row] = await session<{ id: number }[]>`
    select (pg_current_xact_id()::text::int8 & 4294967295)::float8 as id`;
  await session`rollback`;
  await expect(awaitVisible(admin, new Set([3, row!.id]))).resolves.toBeUndefined();
});
