import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDatabase } from '../../../database/start.ts';
import { RunningRealtime, startTestDatabase, tokenOf } from '../fixtures/running-realtime.ts';

let database: RunningDatabase;
let realtime: RunningRealtime;
const ann = randomUUID();
const bob = randomUUID();

beforeAll(async () => {
  database = await startTestDatabase();
  realtime = await RunningRealtime.start(database);
});
afterAll(async () => {
  await realtime?.stop();
  await database?.stop();
});

const run = (text: string) => database.database.admin.unsafe(text);

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
  it('prints every type as REST does, and has generated columns', async () => {
    const client = await listenTo('notes');
    await run(`insert into notes (id, name, size, at, day, body, tags, bytes, secret) values
      (1, 'Ann', 1.50, '2026-01-02 03:04:05.678901+02', '2026-01-02', '{"a": [1, null]}',
       '{"x,y",null}', '\\xc0de', 'not to be told')`);
    await client.hears(1);
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

  it('is authorised by row-level security for each subscriber', async () => {
    const mine = await listenTo('notes', ann);
    const theirs = await listenTo('notes', bob);
    await run(`insert into notes (id, owner, is_open) values (11, '${ann}', false)`);
    await run(`insert into notes (id, owner, is_open) values (12, '${bob}', false)`);
    await run(`insert into notes (id) values (13)`);
    await Promise.all([mine.hears(13), theirs.hears(13)]);
    const ids = (client: typeof mine) =>
      client.changes.map(({ record }) => JSON.stringify(record).match(/"id":(\d+)/)?.[1]);
    expect(ids(mine)).toEqual(['11', '13']);
    expect(ids(theirs)).toEqual(['12', '13']);
  });

  it('reaches the other subscribers when a policy fails for the claims of one', async () => {
    const hostile = await listenTo('notes', bob, {}, { number: 'none' });
    const other = await listenTo('notes', ann);
    await run(`insert into notes (id, owner, is_open) values (21, '${ann}', false)`);
    await other.hears(21);
    // The policy that fails is not evaluated for a row that another policy shows.
    await run(`insert into notes (id) values (22)`);
    await hostile.hears(22);
    expect(hostile.changes).toHaveLength(1);
  });

  it('has the selected columns and the primary key', async () => {
    const client = await listenTo('notes', ann, { select: ['mood'] });
    await run(`insert into notes (id, mood) values (31, 'wild')`);
    await client.until(({ event }) => event === 'postgres_changes');
    expect(client.changes[0]?.record).toEqual({ id: 31, mood: 'wild' });
  });

  it('of a table without row-level security has the whole old row where the log has it', async () => {
    const client = await listenTo('wholes');
    const big = 'x'.repeat(3000);
    await run(`insert into wholes values (41, 'a', '${big}')`);
    await run(`update wholes set title = 'b' where id = 41`);
    await run('delete from wholes where id = 41');
    await client.until(({ payload }) => JSON.stringify(payload).includes('DELETE'));
    expect(client.changes.slice(1)).toMatchObject([
      { type: 'UPDATE', record: { title: 'b', big }, old_record: { title: 'a', big } },
      { type: 'DELETE', old_record: { id: 41, title: 'b', big } },
    ]);
  });

  it('lacks an unchanged large value that the log does not have', async () => {
    const client = await listenTo('notes');
    await run('alter table notes alter column big set storage external');
    await run(`insert into notes (id, big) values (51, repeat('x', 3000))`);
    await client.hears(51);
    await run(`update notes set mood = 'wild' where id = 51`);
    await client.until(({ payload }) => JSON.stringify(payload).includes('UPDATE'));
    const { record, old_record } = client.changes.at(-1) ?? {};
    expect(record).toMatchObject({ id: 51, mood: 'wild', label: 'a label' });
    expect(record).not.toHaveProperty('big');
    expect(old_record).toEqual({ id: 51 });
  });

  it('larger than a megabyte lacks its large values and has an error', async () => {
    const client = await listenTo('notes');
    await run(`insert into notes (id, big) values (61, repeat('x', 1100000))`);
    await client.hears(61);
    expect(client.changes[0]).toMatchObject({
      errors: ['Error 413: Payload Too Large'],
      record: { id: 61, mood: 'calm' },
    });
    expect(client.changes[0]?.record).not.toHaveProperty('big');
  });

  it('of a table with a composite primary key is authorised by all of its columns', async () => {
    const client = await listenTo('pairs');
    await run(`insert into pairs values (6, 'it''s', 'hidden'), (7, 'it''s', 'seen')`);
    await client.until(({ event }) => event === 'postgres_changes');
    expect(client.changes).toMatchObject([{ record: { a: 7, b: "it's", note: 'seen' } }]);
  });

  it('of thousands in one transaction is sent in order', async () => {
    const client = await listenTo('wholes', ann, { event: 'INSERT' });
    await run(`insert into wholes select n, 'row' from generate_series(1000, 3999) as n`);
    await client.hears(3999);
    expect(client.changes.map(({ record }) => Object(record).id)).toEqual(
      Array.from({ length: 3000 }, (_, n) => 1000 + n),
    );
  });

  it('is compared with a filter on a boolean as in PostgreSQL', async () => {
    const client = await listenTo('drafts', ann, { filter: 'is_done=eq.true' });
    await run(`insert into drafts values
      (81, '${ann}', 'open', false), (82, '${ann}', 'done', true)`);
    await client.hears(82);
    expect(client.changes).toHaveLength(1);
  });

  it('of a table with row-level security has the primary key alone of the old row', async () => {
    const owner = await listenTo('drafts', bob);
    await run(`insert into drafts values (91, '${bob}', 'before')`);
    await owner.hears(91);
    const client = await listenTo('drafts', ann);
    await run(`update drafts set owner = '${ann}', title = 'after' where id = 91`);
    await client.hears(91);
    expect(client.changes).toMatchObject([{ type: 'UPDATE', record: { title: 'after' } }]);
    expect(client.changes[0]?.old_record).toEqual({ id: 91 });
  });

  it('with a column of an extension’s type is filtered by the extension’s operators', async () => {
    const client = await listenTo('notes', ann, { filter: 'name=eq.ANN' });
    await run(`insert into notes (id, name) values (71, 'bob'), (72, 'ann')`);
    await client.hears(72);
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

  it('is confirmed up to the changes that were sent, also without subscribers', async () => {
    await run(`create table if not exists unpublished (n int)`);
    await run(`insert into unpublished select generate_series(1, 20000)`);
    await run(`insert into pairs values (1, 'unheard', null)`);
    await expect
      .poll(async () => (await position())?.behind, { timeout: 40_000 })
      .toBeLessThan(10_000);
  }, 60_000);

  it('is read on after its connection was lost, and no change is missed', async () => {
    const client = await listenTo('wholes', ann, { event: 'INSERT' });
    await run(`select pg_terminate_backend(active_pid) from pg_replication_slots`);
    await run(`insert into wholes values (5001, 'while it was away')`);
    await client.hears(5001);
    expect(client.frames.filter(({ event }) => event === 'phx_error')).toEqual([]);
  });

  it('that was lost is created again, and channels fail so that clients join again', async () => {
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
    await client.until(({ event }) => event === 'phx_error');
    expect(client.frames.at(-2)?.payload).toMatchObject({
      status: 'error',
      message: 'Changes may have been missed, please subscribe again',
    });
    const again = await listenTo('wholes');
    await run(`insert into wholes values (5002, 'anew')`);
    await again.hears(5002);
  });
});
