import { expect, it, vi } from 'vitest';
import { openSession } from '../../../database/sql.ts';
import { startDatabase } from '../fixtures/running-realtime.ts';
import { prepareSlot } from './replication-slot.ts';

const { database } = await startDatabase();

it('the creation of a slot waits for open transactions, and logs the oldest one', async () => {
  const { admin } = database.database;
  const importing = await openSession(database.url, { name: 'an import' });
  const [row] = await importing<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await importing`begin`;
  await importing`insert into notes (id) values (900)`;
  const log = { warn: vi.fn<(details: object, message: string) => void>() };
  const preparing = prepareSlot(admin, 'supabase_realtime', 'waiting', log, 20);
  await vi.waitFor(() =>
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ pid: row?.pid, application: 'an import' }),
      'realtime waits for the end of a transaction that was open before',
    ),
  );
  expect(log.warn.mock.calls[0]?.[0]).toHaveProperty('seconds');
  await importing`commit`;
  const { name, isContinued } = await preparing;
  expect(isContinued).toBe(false);
  await importing.end();
  const calls = log.warn.mock.calls.length;
  expect(await prepareSlot(admin, 'supabase_realtime', 'waiting', log, 20)).toEqual({
    name,
    isContinued: true,
  });
  expect(log.warn.mock.calls).toHaveLength(calls);
  await admin`select pg_drop_replication_slot(${name})`;
});
