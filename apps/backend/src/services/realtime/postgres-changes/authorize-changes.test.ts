import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RealtimeLimits } from '../limits.ts';
import {
  RunningRealtime,
  startDatabase,
  tokenOf,
  type RawClient,
} from '../fixtures/running-realtime.ts';

const { database, run } = await startDatabase();
let realtime: RunningRealtime | null = null;

beforeAll(async () => {
  await run(`
    create table guarded (id int primary key, owner uuid);
    alter table guarded enable row level security;
    grant select on guarded to authenticated;
    alter publication supabase_realtime add table guarded;
    create sequence look_ups;
    grant usage on sequence look_ups to authenticated`);
});
afterEach(async () => {
  await realtime?.stop();
  realtime = null;
  await run(`
    do $$ declare name text; begin
      for name in select policyname from pg_policies where tablename = 'guarded' loop
        execute format('drop policy %I on guarded', name);
      end loop;
    end $$`);
});

const protect = (condition: string) =>
  run(`create policy "A policy" on guarded for select to authenticated using (${condition})`);

const listen = async (
  claims: readonly object[],
  limits: Partial<RealtimeLimits>,
  filters: readonly string[] = [],
): Promise<RawClient[]> => {
  const service = await RunningRealtime.start(database, limits);
  realtime = service;
  return Promise.all(
    claims.map(async (more, index) => {
      const client = await service.connect();
      const token = tokenOf({ sub: randomUUID(), ...more });
      const filter = filters[index];
      const binding = { event: '*', schema: 'public', table: 'guarded', ...(filter && { filter }) };
      expect(await client.join('realtime:x', token, binding)).toBe('Subscribed to PostgreSQL');
      return client;
    }),
  );
};

const anyone = (count: number) => Array.from({ length: count }, () => ({}));

const notAuthorized =
  'It could not be decided in time who may see a change, please subscribe again';
const hasFailed = (client: RawClient) =>
  client.frames.some(({ payload }) => payload.message === notAuthorized);

describe('the callers of a change', () => {
  it('are authorised together if the policies cannot distinguish them', async () => {
    await protect(`nextval('look_ups') > 0`);
    const clients = await listen(anyone(12), { groupedCallers: 2 });
    const before = await run(`select nextval('look_ups')::int as at`);
    await run(`insert into guarded values (1)`);
    await Promise.all(clients.map((client) => client.receive(1)));
    const after = await run(`select nextval('look_ups')::int as at`);
    expect(Number(after[0]?.at) - Number(before[0]?.at)).toBe(2);
  });

  it('are not authorised if their filter names other rows by the primary key', async () => {
    await protect(`nextval('look_ups') > 0 or owner = (select auth.uid())`);
    const filters = ['id=in.(6,7)', 'id=eq.8', 'id=in.(9,10)'];
    const [mine, ...others] = await listen(anyone(3), {}, filters);
    const before = await run(`select nextval('look_ups')::int as at`);
    await run('insert into guarded values (7)');
    await mine?.receive(7);
    const after = await run(`select nextval('look_ups')::int as at`);
    expect(Number(after[0]?.at) - Number(before[0]?.at)).toBe(2);
    await run('insert into guarded values (8), (9)');
    await Promise.all(others.map((client, index) => client.receive(8 + index)));
    expect(others.map(({ changes }) => changes.length)).toEqual([1, 1]);
    expect(mine?.changes).toHaveLength(1);
  });

  it('are distinguished by the claims that the policies read', async () => {
    await protect(`owner = (select auth.uid())`);
    const sub = randomUUID();
    const [mine, alsoMine, theirs] = await listen(
      [{ sub, session_id: 'one' }, { sub, session_id: 'two' }, {}],
      { groupedCallers: 1 },
    );
    await run(`insert into guarded values (2, '${sub}')`);
    await Promise.all([mine?.receive(2), alsoMine?.receive(2)]);
    // All callers receive the deletion, which comes after the insert.
    await run(`delete from guarded where id = 2`);
    await theirs?.waitFor(({ event }) => event === 'postgres_changes');
    expect(theirs?.changes).toMatchObject([{ type: 'DELETE' }]);
  });

  it('all receive a change whose authorisation takes many statements', async () => {
    await protect('id > 0');
    const clients = await listen(anyone(5), { authorizationTime: 0, callersPerPart: 2 });
    await run(`insert into guarded values (3)`);
    await Promise.all(clients.map((client) => client.receive(3)));
    expect(clients.some(hasFailed)).toBe(false);
  });

  it('receive an error if the batch has no time left for them', async () => {
    await protect('id > 0');
    const clients = await listen(anyone(2), { batchTime: 0 });
    await run(`insert into guarded values (4)`);
    await Promise.all(
      clients.map((client) => client.waitFor(({ event }) => event === 'phx_error')),
    );
    expect(clients.every(hasFailed)).toBe(true);
  });

  it('receive a change even if the policy of one of them takes too long', async () => {
    await protect(`(auth.jwt() -> 'user_metadata' ->> 'is_slow') is null or pg_sleep(60) is null`);
    const [first, slow, last] = await listen([{}, { user_metadata: { is_slow: true } }, {}], {
      decisionTime: 300,
    });
    await run(`insert into guarded values (5)`);
    await Promise.all([first?.receive(5), last?.receive(5)]);
    await slow?.waitFor(({ event }) => event === 'phx_error');
    expect([first, slow, last].map((client) => client && hasFailed(client))).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('the claims that policies can depend on', () => {
  const claims = async (condition: string) => {
    await protect(condition);
    const [row] = await run(`select realtime.policy_claims('guarded'::regclass) as claims`);
    return row?.claims;
  };

  beforeAll(async () => {
    await run(`
      create schema helpers;
      create function helpers.me() returns uuid language sql as 'select auth.uid()';
      create function helpers.is_mine(of uuid) returns boolean language plpgsql
        as 'begin return of = helpers.me(); end';
      create function helpers.shouting(of uuid) returns boolean language sql
        as 'SELECT HELPERS.IS_MINE(OF)';
      create function helpers."Is odd"() returns text language sql
        begin atomic select auth.jwt() ->> 'aal'; end;
      create function helpers.dynamic() returns boolean language plpgsql
        as $$ declare found boolean; begin execute 'select true' into found; return found; end $$;
      create function helpers.setting() returns text language sql
        as $$ select current_setting('request.' || 'jwt.claims', true) $$;
      create function helpers.whole() returns jsonb language sql as 'select auth.jwt()';
      create table helpers.members (who uuid);
      alter table helpers.members enable row level security;
      create policy "One's own" on helpers.members using (who = auth.uid());
      create view helpers.all_members as select auth.role() as role, who from helpers.members`);
  });

  it.each([
    ['true', []],
    ['id = 7', []],
    ['owner = auth.uid()', ['sub']],
    ['helpers.is_mine(owner)', ['sub']],
    [`helpers."Is odd"() = 'aal2'`, ['aal']],
    [`(select auth.jwt()) ->> 'aal' = 'aal2' and owner = auth.uid()`, ['aal', 'sub']],
    [`((auth.jwt() -> 'app_metadata') ->> 'team') = 'a'`, ['app_metadata']],
    [`owner::text = 'current_setting_of_all'`, []],
    [`(select auth.role()) = 'authenticated'`, ['role']],
    [`auth.jwt() ->> 'teamId' = 'a'`, ['teamId']],
    [`AUTH.JWT() ->> 'a b' = 'a'`, ['a b']],
    [`helpers.shouting(owner)`, ['sub']],
    [`query_to_xml('select 1', true, true, '') is not null`, null],
    ['exists (select from helpers.members where who = owner)', ['sub']],
    ['exists (select from helpers.all_members where who = owner)', ['role', 'sub']],
    [`helpers.whole() ->> 'sub' = '1'`, null],
    [`auth.jwt()::text like '%team%'`, null],
    [`auth.jwt() ->> (id::text) = '1'`, null],
    ['helpers.dynamic()', null],
    ['helpers.setting() is not null', null],
    [`current_setting('request.headers', true) is null`, null],
  ])('are, for the condition %s, %j', async (condition, expected) => {
    expect(await claims(condition)).toEqual(expected);
  });
});
