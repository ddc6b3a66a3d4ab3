import { join } from 'node:path';
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, Role } from '../identity/caller.ts';
import { admissionOf } from '../config/admission.ts';
import { readLimits } from '../config/limits.ts';
import { openDatabase, type Database } from './database.ts';
import type { Statement } from './statement.ts';
import type { RunningDatabase } from './start.ts';

const oneOfEach = readLimits({ DATABASE_CONNECTIONS: '1' });

let running: RunningDatabase;
/** With one connection of each kind, so that every statement meets what the last one left. */
let database: Database;

beforeAll(async () => {
  running = await startTemporaryDatabase({
    supabaseFolder: join(import.meta.dirname, '../services/rest/fixtures/supabase'),
  });
  const url = new URL(running.url);
  url.username = 'authenticator';
  database = openDatabase(running.url, url.href, {
    ...admissionOf(oneOfEach).connections,
    admin: 1,
    auth: 1,
    lockWait: { auth: 1000, uploads: 1000 },
  });
  await running.database.admin.unsafe(`
    create table public.pairs (
      id int primary key,
      other int references public.pairs deferrable initially deferred
    );
    grant all on public.pairs to authenticated`);
});
afterAll(async () => {
  await database?.close();
  await running?.stop();
});

const caller = (role: Role, sub?: string): Caller => ({
  role,
  claims: sub === undefined ? null : { sub, role, session_id: sub, aal: 'aal1', exp: 0 },
  client: { address: '192.0.2.1', account: sub ?? null },
  request: { method: 'GET', path: '/here', headers: { 'x-test': sub ?? '' } },
});

const someone = caller('authenticated', 'someone');

const run = (text: string, values: Statement['values'] = [], as = someone, prepare = true) =>
  database.asCaller(as, { text, values, prepare });

const refusal = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'none',
    (error: unknown) =>
      error instanceof DatabaseError ? String(error.code) : `not PostgreSQL's: ${String(error)}`,
  );

const whoami = `select current_user as role, current_setting('request.jwt.claims')::json ->> 'sub' as sub,
  current_setting('statement_timeout') as patience`;

describe('a statement', () => {
  it('runs as its caller, whatever caller used the connection before', async () => {
    const anyone = caller('anon');
    for (let round = 0; round < 3; round += 1) {
      expect(await run(whoami)).toEqual([
        { role: 'authenticated', sub: 'someone', patience: '8s' },
      ]);
      expect(await run(whoami, [], anyone)).toEqual([{ role: 'anon', sub: null, patience: '3s' }]);
      expect(await run(whoami, [], caller('service_role', 'other'), false)).toEqual([
        { role: 'service_role', sub: 'other', patience: '8s' },
      ]);
    }
  });

  it('takes and returns values as text, and null as null', async () => {
    const text =
      'select $1::int + 1 as sum, $2::timestamptz as at, $3::text as nothing, true as yes';
    const row = { sum: '3', at: '2026-01-02 03:04:05+00', nothing: null, yes: 't' };
    const values = ['2', '2026-01-02T03:04:05Z', null];
    for (const prepare of [true, true, false]) {
      expect(await run(text, values, someone, prepare)).toEqual([row]);
    }
    expect(await run('select generate_series(1, 3) as n')).toHaveLength(3);
    expect(await run('select from generate_series(1, 2)')).toEqual([{}, {}]);
    expect(await run('delete from pairs where id < 0')).toEqual([]);
  });

  it('changes nothing when it fails, and leaves the connection usable', async () => {
    expect(await refusal(run('select nonsense'))).toBe('42703');
    expect(await refusal(run('select $1::int', ['x']))).toBe('22P02');
    expect(await refusal(run('insert into pairs values (1) returning 1 / 0'))).toBe('22012');
    expect(await refusal(run('select from genres', [], caller('anon')))).toBe('42501');
    expect(await refusal(run('select 1; select 2'))).toBe('42601');
    expect(await run('select id from pairs')).toEqual([]);
    expect(await run(whoami)).toMatchObject([{ role: 'authenticated' }]);
  });

  it('rejects when it fails at its commit', async () => {
    expect(await refusal(run('insert into pairs values (1, 2) returning id'))).toBe('23503');
    expect(await run('select id from pairs')).toEqual([]);
  });

  it('is committed when it resolves', async () => {
    expect(await run('insert into pairs values (7) returning id')).toEqual([{ id: '7' }]);
    expect(await running.database.admin`select id from pairs`).toEqual([{ id: 7 }]);
    await run('delete from pairs where id = $1', ['7']);
  });

  it('cannot write with read-only access, and cannot change the access', async () => {
    const reading = (text: string) =>
      refusal(database.asCaller(someone, { text, values: [] }, { access: 'read only' }));
    expect(await reading('insert into pairs values (1)')).toBe('25006');
    expect(
      await reading(`with off as (select set_config('transaction_read_only', 'off', true))
        insert into pairs select 1 from off`),
    ).toMatch(/^25/);
    expect(await reading(`select set_config('transaction_read_only', 'off', true)`)).toMatch(/^25/);
    expect(await run('insert into pairs values (8)')).toEqual([]);
    await run('delete from pairs where id = 8');
  });

  it('is repeated once when it deadlocks', async () => {
    const { admin } = running.database;
    const waiting = () => admin`
      select from pg_stat_activity where usename = 'authenticator' and wait_event = 'advisory'`;
    const lock = (first: number, second: number, account: string) =>
      running.database.asCaller(caller('authenticated', account), {
        text: 'select pg_advisory_xact_lock($1), pg_advisory_xact_lock_shared(3), pg_advisory_xact_lock($2)',
        values: [String(first), String(second)],
      });
    // Each has its first lock before either requests its second one.
    const both = await admin.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(3)`;
      const answers = [lock(1, 2, 'one'), lock(2, 1, 'other')];
      await expect.poll(waiting).toHaveLength(2);
      return { answers };
    });
    expect(await Promise.all(both.answers)).toEqual([[expect.anything()], [expect.anything()]]);
  });

  it('is repeated no second time', async () => {
    await running.database.admin.unsafe(`
      create sequence public.attempts;
      grant usage on public.attempts to authenticated;
      create function public.conflict() returns void language plpgsql as $$
      begin
        perform nextval('public.attempts');
        raise sqlstate '40P01';
      end $$;
      grant execute on function public.conflict to authenticated`);
    expect(await refusal(run('select public.conflict()'))).toBe('40P01');
    const [row] = await running.database
      .admin`select last_value::int as attempts from public.attempts`;
    expect(row).toEqual({ attempts: 2 });
  });

  it('is cancelled when it exceeds its role’s timeout', async () => {
    expect(await refusal(run('select pg_sleep(60)', [], caller('anon')))).toBe('57014');
  });
});

describe('a connection', () => {
  const prepared = async () => {
    const [row] = await run('select count(*)::text as count from pg_prepared_statements');
    return Number(row?.count);
  };

  it('keeps a limited number of prepared statements', async () => {
    for (let number = 0; number < 250; number += 1) await run(`select ${number} as "n${number}"`);
    expect(await prepared()).toBeLessThanOrEqual(101);
    expect(await run('select 3 as "n3"')).toEqual([{ n3: '3' }]);
    for (let number = 0; number < 250; number += 1) {
      await refusal(run(`select $1::int as "n${number}"`, ['x']));
    }
    expect(await prepared()).toBeLessThanOrEqual(101);
  });

  it('rejects its statement when it is lost, and is replaced for the next one', async () => {
    const lost = refusal(run('select pg_sleep(5)'));
    await expect
      .poll(
        () => running.database.admin`
          select pg_terminate_backend(pid) from pg_stat_activity
          where usename = 'authenticator' and query like '%pg_sleep(5)%'`,
      )
      .toHaveLength(1);
    expect(await lost).toBe('57P01');
    expect(await run('select 1 as one')).toEqual([{ one: '1' }]);
  });
});

describe('a transaction', () => {
  it('runs as its caller, and is rolled back when the work throws', async () => {
    const work = database.transactionAs(someone, async (sql) => {
      const [row] = await sql.unsafe(whoami);
      expect(row).toMatchObject({ role: 'authenticated', sub: 'someone' });
      await sql.unsafe('insert into pairs values (9)');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await run('select id from pairs')).toEqual([]);
  });
});
