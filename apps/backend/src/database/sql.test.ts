import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLostError } from './connection.ts';
import { listen } from './listen.ts';
import { startPostgres, superuser, type PostgresServer } from './postgres-server.ts';
import { openSession, openSql, type Sql, type TransactionSql } from './sql.ts';

let folder: string;
let server: PostgresServer;
let url: string;
/** With one connection, so that every statement meets what the last one left. */
let sql: Sql;
/** Looks on from outside. */
let other: Sql;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-sql-'));
  server = await startPostgres(join(folder, 'postgres'), 'test', () => undefined, { fsync: 'off' });
  url = `postgres://${superuser}:test@127.0.0.1:${server.port}/postgres`;
  sql = openSql(url, 1, { name: 'under test' });
  other = await openSession(url, { name: 'looking on' });
  await other`create table notes (id int primary key, text text)`;
});
beforeEach(async () => {
  await other`delete from notes`;
});
afterAll(async () => {
  await sql?.end();
  await other?.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ids = async () => (await other<{ id: number }[]>`select id from notes`).map(({ id }) => id);

const pidOf = async (one: TransactionSql): Promise<number> => {
  const [row] = await one<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row!.pid;
};

/** Ends a connection as a restart would. */
const cut = (pid: number) => other`select pg_terminate_backend(${pid}, 5000)`;

describe('values', () => {
  it('are returned as they were passed', async () => {
    const time = new Date('2026-01-02T03:04:05.678Z');
    const bytes = Buffer.from([0, 1, 255]);
    const texts = ['a,b', '"quoted" \\', '', 'NULL', null];
    const data = { deep: [1, { quote: `'"` }], nothing: null };
    const [row] = await sql`
      select ${time}::timestamptz as time, ${bytes}::bytea as bytes, ${texts}::text[] as texts,
        ${JSON.stringify(data)}::jsonb as data, ${JSON.stringify([data])}::json as list,
        ${true}::bool as yes, ${7}::int as number, ${null}::text as nothing,
        ${2n ** 62n}::int8 as large, ${'0.10'}::numeric as exact`;
    expect(row).toEqual({
      time,
      bytes,
      texts,
      data,
      list: [data],
      yes: true,
      number: 7,
      nothing: null,
      large: '4611686018427387904',
      exact: '0.10',
    });
  });

  it('are invalid dates if they are infinite times', async () => {
    const [row] = await sql<{ end: Date }[]>`select 'infinity'::timestamptz as end`;
    expect(row?.end.getTime()).toBeNaN();
  });
});

describe('a result', () => {
  it('counts the rows that a statement affected', async () => {
    expect(await sql`insert into notes select generate_series(1, 3)`).toMatchObject({ count: 3 });
    expect(await sql`update notes set text = '' where id > ${1}`).toMatchObject({ count: 2 });
    expect(await sql`delete from notes where id > ${5}`).toMatchObject({ count: 0 });
  });

  it('is that of the last of several statements', async () => {
    expect(await sql.unsafe(`insert into notes values (1); select 'last' as which`)).toEqual([
      { which: 'last' },
    ]);
  });

  it('is PostgreSQL’s error for a refused statement, and the next statement succeeds', async () => {
    const insert = () => sql`insert into notes values (${1})`;
    await insert();
    await expect(insert()).rejects.toThrow(DatabaseError);
    await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' });
    expect(await sql`select ${'on'} as goes`).toEqual([{ goes: 'on' }]);
  });
});

describe('a transaction', () => {
  it('is visible as a whole once it is committed', async () => {
    const result = await sql.begin(async (transaction) => {
      await transaction`insert into notes values (${1})`;
      await transaction`insert into notes values (${2})`;
      expect(await ids()).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await ids()).toEqual([1, 2]);
  });

  it('runs simultaneous statements in order', async () => {
    const rows = await sql.begin((transaction) =>
      Promise.all([
        transaction`insert into notes values (${1}) returning id`,
        transaction`update notes set id = id + 1 returning id`,
        transaction`select id from notes`,
      ]),
    );
    expect(rows).toEqual([[{ id: 1 }], [{ id: 2 }], [{ id: 2 }]]);
  });

  it('changes nothing when the work throws, also while statements are running', async () => {
    const work = sql.begin(async (transaction) => {
      void transaction`insert into notes values (${1})`;
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual([]);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('changes nothing when the work ignores a failed statement', async () => {
    const work = sql.begin(async (transaction) => {
      await transaction`insert into notes values (${1})`;
      await transaction`select 1 / ${0}::int`.catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await ids()).toEqual([]);
  });

  it('changes nothing and rejects when a statement fails that the work did not await', async () => {
    const work = sql.begin(async (transaction) => {
      await transaction`insert into notes values (${1})`;
      transaction`select 1 / ${0}::int`.catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await ids()).toEqual([]);
  });

  it('runs no statement after its end', async () => {
    const { late } = await sql.begin(async (transaction) => ({ late: transaction }));
    await expect(late`insert into notes values (${1})`).rejects.toThrow('is over');
    expect(await ids()).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('is replaced between statements', async () => {
    const before = await pidOf(sql);
    await cut(before);
    await expect.poll(() => pidOf(sql).catch(() => before)).not.toBe(before);
  });

  it('rejects a running transaction, leaves no changes, and is replaced', async () => {
    const work = sql.begin(async (transaction) => {
      await transaction`insert into notes values (${1})`;
      await cut(await pidOf(transaction));
      await transaction`insert into notes values (${2})`;
    });
    await expect(work).rejects.toThrow(ConnectionLostError);
    expect(await ids()).toEqual([]);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('rejects a transaction that awaits something else', async () => {
    const work = sql.begin(async (transaction) => {
      await cut(await pidOf(transaction));
      return 'done';
    });
    await expect(work).rejects.toThrow(ConnectionLostError);
  });

  it('is not replaced in a session', async () => {
    const session = await openSession(url, { name: 'under test' });
    await cut(await pidOf(session));
    await expect(session`select 1`).rejects.toThrow(ConnectionLostError);
    await session.end();
  });

  it('is reported when no server listens', async () => {
    const nowhere = openSql('postgres://a:b@127.0.0.1:1/c', 1, { name: 'under test' });
    await expect(nowhere`select 1`).rejects.toMatchObject({
      name: 'ConnectionLostError',
      cause: { code: 'ECONNREFUSED' },
    });
    await nowhere.end();
  });
});

describe('a listener', () => {
  it('receives notifications, also after a lost connection, and is notified of the loss', async () => {
    const received: string[] = [];
    const stop = await listen(url, 'odd "channel"', {
      onMessage: (payload) => received.push(payload),
      onListening: () => received.push('listening'),
    });
    const listener = async () => {
      const [row] = await other<{ pid: number }[]>`
        select pid from pg_stat_activity where query like 'listen "odd%' and pid <> pg_backend_pid()`;
      return row?.pid ?? 0;
    };
    await other`select pg_notify('odd "channel"', 'one')`;
    await expect.poll(() => received).toEqual(['listening', 'one']);
    await cut(await listener());
    await expect.poll(() => received).toEqual(['listening', 'one', 'listening']);
    await other`notify "odd ""channel"""`;
    await expect.poll(() => received).toEqual(['listening', 'one', 'listening', '']);
    await stop();
    expect(await listener()).toBe(0);
  });
});
