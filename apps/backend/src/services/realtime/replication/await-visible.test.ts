import { expect, it, vi } from 'vitest';
import { openSession } from '../../../database/sql.ts';
import { startDatabase } from '../fixtures/running-realtime.ts';
import { awaitVisible } from './await-visible.ts';

const { database } = await startDatabase();
const { admin } = database.database;

/** Begins a transaction that has an id. */
async function begin() {
  const session = await openSession(database.url, { name: 'a writer' });
  await session`begin`;
  const [row] = await session<{ id: number }[]>`
    select (pg_current_xact_id()::text::int8 & 4294967295)::float8 as id`;
  return { id: row?.id ?? 0, session };
}

it('a transaction of the log is awaited until others see it', async () => {
  const earlier = await begin();
  const writing = await begin();
  await earlier.session`commit`;
  const onVisible = vi.fn<() => void>();
  const waiting = awaitVisible(admin, new Set([earlier.id, writing.id])).then(onVisible);
  await awaitVisible(admin, new Set([earlier.id]));
  expect(onVisible).not.toHaveBeenCalled();
  await writing.session`commit`;
  await waiting;
  await Promise.all([earlier.session.end(), writing.session.end()]);
});

it('a transaction that ended long ago, or was rolled back, is not awaited', async () => {
  const rolledBack = await begin();
  await rolledBack.session`rollback`;
  const ended = new Set([3, rolledBack.id]);
  await expect(awaitVisible(admin, ended)).resolves.toBeUndefined();
  await rolledBack.session.end();
});
