import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { RunningRealtime, startDatabase, tokenOf } from '../fixtures/running-realtime.ts';

const { database, run } = await startDatabase();
const realtime = await RunningRealtime.start(database);
afterAll(() => realtime.stop());
const ann = randomUUID();
const bob = randomUUID();

/** Subscribes to every event of a table. */
const listenTo = async (table: string, sub = ann, more: object = {}, user_metadata = {}) => {
  const client = await realtime.connect();
  const said = await client.join('realtime:x', tokenOf({ sub, user_metadata }), {
    event: '*',
    schema: 'public',
    table,
    ...more,
  });
  expect(said).toBe('Subscribed to PostgreSQL');
  return client;
};

describe('a change', () => {
  it('has generated columns, and each type in the form of REST', async () => {
    const client = await listenTo('notes');
    await run(`insert into notes (id, name, size, at, day, body, tags, bytes, secret) values
      (1, 'Ann', 1.50, '2026-01-02 03:04:05.678901+02', '2026-01-02', '{"a": [1, null]}',
       '{"x,y",null}', '\\xc0de', 'not for realtime')`);
    await client.receive(1);
    expect(client.changes).toMatchObject([
      {
        type: 'INSERT',
        record: {
          id: 1,
          owner: null,
          label: 'a label',
          mood: 'calm',
          name: 'Ann',
          size: 1.5,
          at: '2026-01-02T01:04:05.678901+00:00',
          day: '2026-01-02',
          body: { a: [1, null] },
          tags: ['x,y', null],
          bytes: '\\xc0de',
          shout: 'A LABEL',
          big: null,
        },
        errors: null,
      },
    ]);
    expect(JSON.stringify(client.frames)).not.toContain('secret');
    expect(client.changes[0]?.columns).toContainEqual({ name: 'tags', type: '_text' });
  });

  it('reaches the other subscribers if a policy fails for the claims of one', async () => {
    const hostile = await listenTo('notes', bob, {}, { number: 'none' });
    const other = await listenTo('notes', ann);
    await run(`insert into notes (id, owner, is_open) values (21, '${ann}', false)`);
    await other.receive(21);
    // The policy that fails is not evaluated for a row that another policy shows.
    await run(`insert into notes (id) values (22)`);
    await hostile.receive(22);
    expect(hostile.changes).toHaveLength(1);
  });

  it('has only the selected columns and the primary key', async () => {
    const client = await listenTo('notes', ann, { select: ['mood'] });
    await run(`insert into notes (id, mood) values (31, 'wild')`);
    await client.waitFor(({ event }) => event === 'postgres_changes');
    expect(client.changes[0]?.record).toEqual({ id: 31, mood: 'wild' });
  });

  it('has the whole old row if the table has no row-level security and the log has that row', async () => {
    const client = await listenTo('wholes');
    const big = 'x'.repeat(3000);
    await run(`insert into wholes values (41, 'a', '${big}')`);
    await run(`update wholes set title = 'b' where id = 41`);
    await run('delete from wholes where id = 41');
    await client.waitFor(({ payload }) => JSON.stringify(payload).includes('DELETE'));
    expect(client.changes.slice(1)).toMatchObject([
      { type: 'UPDATE', record: { title: 'b', big }, old_record: { title: 'a', big } },
      { type: 'DELETE', old_record: { id: 41, title: 'b', big } },
    ]);
  });

  it('lacks an unchanged large value that the log does not have', async () => {
    const client = await listenTo('notes');
    await run('alter table notes alter column big set storage external');
    await run(`insert into notes (id, big) values (51, repeat('x', 3000))`);
    await client.receive(51);
    await run(`update notes set mood = 'wild' where id = 51`);
    await client.waitFor(({ payload }) => JSON.stringify(payload).includes('UPDATE'));
    const { record, old_record } = client.changes.at(-1) ?? {};
    expect(record).toMatchObject({ id: 51, mood: 'wild', label: 'a label' });
    expect(record).not.toHaveProperty('big');
    expect(old_record).toEqual({ id: 51 });
  });

  it('lacks its large values and has an error if it is larger than a megabyte', async () => {
    const client = await listenTo('notes');
    await run(`insert into notes (id, big) values (61, repeat('x', 1100000))`);
    await client.receive(61);
    expect(client.changes[0]).toMatchObject({
      errors: ['Error 413: Payload Too Large'],
      record: { id: 61, mood: 'calm' },
    });
    expect(client.changes[0]?.record).not.toHaveProperty('big');
  });

  it('is authorised by all columns of a composite primary key', async () => {
    const client = await listenTo('pairs');
    await run(`insert into pairs values (6, 'it''s', 'hidden'), (7, 'it''s', 'seen')`);
    await client.waitFor(({ event }) => event === 'postgres_changes');
    expect(client.changes).toMatchObject([{ record: { a: 7, b: "it's", note: 'seen' } }]);
  });

  it('is sent in order among thousands in one transaction', async () => {
    const client = await listenTo('wholes', ann, { event: 'INSERT' });
    await run(`insert into wholes select n, 'row' from generate_series(1000, 3999) as n`);
    await client.receive(3999);
    expect(client.changes.map(({ record }) => Object(record).id)).toEqual(
      Array.from({ length: 3000 }, (_, n) => 1000 + n),
    );
  });

  it('is filtered by the operators of its column’s type', async () => {
    const done = await listenTo('drafts', ann, { filter: 'is_done=eq.true' });
    await run(`insert into drafts values
      (81, '${ann}', 'open', false), (82, '${ann}', 'done', true)`);
    await done.receive(82);
    expect(done.changes).toHaveLength(1);
    const client = await listenTo('notes', ann, { filter: 'name=eq.ANN' });
    await run(`insert into notes (id, name) values (71, 'bob'), (72, 'ann')`);
    await client.receive(72);
    expect(client.changes).toHaveLength(1);
  });
});

describe('the replication slot', () => {
  const position = async () => {
    const [row] = await database.database.admin<{ behind: number; status: string }[]>`
      select (pg_current_wal_lsn() - confirmed_flush_lsn)::int as behind, wal_status as status
      from pg_replication_slots where slot_name ~ 'realtime_[0-9]+$'`;
    return row;
  };

  it('is confirmed up to the last change, also without subscribers', async () => {
    await run(`create table if not exists unpublished (n int)`);
    await run(`insert into unpublished select generate_series(1, 20000)`);
    await run(`insert into pairs values (1, 'unsent', null)`);
    await expect
      .poll(async () => (await position())?.behind, { timeout: 40_000 })
      .toBeLessThan(10_000);
  }, 60_000);

  it('is read from the same position after its connection was lost', async () => {
    const client = await listenTo('wholes', ann, { event: 'INSERT' });
    await run(`select pg_terminate_backend(active_pid) from pg_replication_slots`);
    await run(`insert into wholes values (5001, 'while it was away')`);
    await client.receive(5001);
    expect(client.frames.filter(({ event }) => event === 'phx_error')).toEqual([]);
  });

  it('is created again if it was lost, and channels fail so that clients join again', async () => {
    const client = await listenTo('wholes', ann, { event: 'INSERT' });
    const slot = `(select slot_name from pg_replication_slots where slot_name ~ 'realtime_[0-9]+$')`;
    await run(`select pg_terminate_backend(active_pid) from pg_replication_slots`);
    await expect
      .poll(() =>
        run(`select pg_drop_replication_slot(${slot})`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await client.waitFor(({ event }) => event === 'phx_error');
    expect(client.frames.at(-2)?.payload).toMatchObject({
      status: 'error',
      message: 'Changes may have been missed, please subscribe again',
    });
    const again = await listenTo('wholes');
    await run(`insert into wholes values (5002, 'anew')`);
    await again.receive(5002);
  });
});
