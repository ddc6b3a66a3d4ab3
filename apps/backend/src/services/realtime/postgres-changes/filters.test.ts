import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunningDatabase } from '../../../database/start.ts';
import {
  RunningRealtime,
  startTestDatabase,
  tokenOf,
  type RawClient,
} from '../fixtures/running-realtime.ts';
import type { RealtimeLimits } from '../limits.ts';

let database: RunningDatabase;
const ann = randomUUID();
const bob = randomUUID();
const topic = 'realtime:x';
const subscribed = 'Subscribed to PostgreSQL';

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.stop());

const run = (text: string) => database.database.admin.unsafe(text);

/** A replication slot has one reader, so that each test runs a service of its own. */
const start = async (limits: Partial<RealtimeLimits> = {}, lines?: string[]) => {
  const log = pino({ level: lines ? 'error' : 'silent' }, { write: (line) => lines?.push(line) });
  const service = await RunningRealtime.start(database, limits, log);
  onTestFinished(() => service.stop());
  return service;
};

const on = (table: string, filter?: string, event = '*') => ({
  event,
  schema: 'public',
  table,
  ...(filter === undefined ? {} : { filter }),
});

const listen = async (
  service: RunningRealtime,
  sub: string,
  binding: object,
  headers: object = {},
): Promise<RawClient> => {
  const client = await service.connect(undefined, headers);
  expect(await client.join(topic, tokenOf({ sub }), binding)).toBe(subscribed);
  return client;
};

/** How often filters with the operator that counts were evaluated. */
const evaluations = async (): Promise<number> => {
  const [row] = await database.database.admin<{ count: number }[]>`
    select case when is_called then last_value else 0 end::int as count from public.evaluations`;
  return row?.count ?? 0;
};

const failures = (client: RawClient) => client.frames.filter(({ event }) => event === 'phx_error');

const heardIds = (client: RawClient) =>
  client.changes.map(
    ({ record, old_record: old }) => Object({ ...Object(old), ...Object(record) }).id,
  );

describe('a filter', () => {
  it('is not evaluated for a row that its subscriber does not see', async () => {
    const service = await start();
    const spy = await listen(service, bob, on('drafts', 'pace=gt.(1)'));
    const owner = await listen(service, ann, on('drafts'));
    const before = await evaluations();
    await run(`insert into drafts values (1, '${ann}', 'hidden', false, '(2)')`);
    await run(`update drafts set title = 'still hidden' where id = 1`);
    await owner.until(({ payload }) => JSON.stringify(payload).includes('still hidden'));
    expect(await evaluations()).toBe(before);
    await run(`insert into drafts values (2, '${bob}', 'shown', false, '(2)')`);
    await spy.hears(2);
    expect(await evaluations()).toBe(before + 1);
    expect(heardIds(spy)).toEqual([2]);
  });

  it('that takes too long reveals nothing about a row that its subscriber does not see', async () => {
    const service = await start();
    const spy = await listen(service, bob, on('drafts', 'pace=lt.(7)'));
    const owner = await listen(service, ann, on('drafts'));
    const told = spy.frames.length;
    await run(`insert into drafts values (11, '${ann}', 'hidden', false, '(2)')`);
    await owner.hears(11);
    // The change of bob's own row is sent after any message about the other row.
    await run(`insert into drafts values (12, '${bob}', 'shown', false, null)`);
    await run(`delete from drafts where id = 12`);
    const witness = await listen(service, bob, on('drafts'));
    await run(`insert into drafts values (13, '${bob}', 'shown', false, null)`);
    await witness.hears(13);
    expect(spy.frames.length).toBe(told);
  });

  it('applies to no more than the key of a deleted row', async () => {
    await run(`insert into drafts values (21, '${ann}', 'Private words', false, '(2)')`);
    const service = await start();
    const guess = await listen(service, bob, on('drafts', 'title=eq.Private words'));
    const pattern = await listen(service, bob, on('drafts', 'title=like.P%'));
    const counted = await listen(service, bob, on('drafts', 'pace=gt.(1)'));
    const byKey = await listen(service, bob, on('drafts', 'id=eq.21'));
    const before = await evaluations();
    await run(`delete from drafts where id = 21`);
    await byKey.until(({ event }) => event === 'postgres_changes');
    await run(`insert into drafts values (22, '${bob}', 'Private words', false, '(2)')`);
    for (const client of [guess, pattern, counted]) {
      await client.hears(22);
      expect(heardIds(client)).toEqual([22]);
    }
    expect(await evaluations()).toBe(before + 1);
  });

  it('passes no change by a column that its subscriber may no longer read', async () => {
    const service = await start();
    const filters = ['mood=eq.wild', 'mood=is.null', 'big=like.w%', 'big=eq.word'];
    const clients = await Promise.all(
      filters.map((filter) => listen(service, ann, on('notes', filter))),
    );
    const everything = await listen(service, ann, on('notes'));
    await run('revoke select (mood, big) on notes from authenticated');
    onTestFinished(() => void run('grant select (mood, big) on notes to authenticated'));
    await run(`insert into notes (id, mood, big) values (31, 'wild', 'word')`);
    await everything.hears(31);
    await run('grant select (mood, big) on notes to authenticated');
    await run(`insert into notes (id, mood, big) values (32, 'wild', 'word')`);
    for (const place of [0, 2, 3]) await clients[place]?.hears(32);
    expect(clients.map(heardIds)).toEqual([[32], [], [32], [32]]);
  });

  it('that many subscribers have is evaluated once for a row that they all see', async () => {
    const service = await start();
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => listen(service, randomUUID(), on('wholes', 'pace=gt.(1)'))),
    );
    const before = await evaluations();
    await run(`insert into wholes values (41, 'seen by all', null, '(2)')`);
    await Promise.all(clients.map((client) => client.hears(41)));
    // Two evaluations run at the same time, before the first result is there.
    expect((await evaluations()) - before).toBeLessThanOrEqual(2);
  });
});

describe('a filter that takes too long', () => {
  it('fails its channel, and suspends its client for such filters alone', async () => {
    const service = await start();
    const hostile = await listen(service, bob, on('wholes', 'pace=lt.(7)'));
    const other = await listen(service, ann, on('wholes'));
    await run(`insert into wholes values (101, 'to be compared', null, '(1)')`);
    await other.hears(101);
    await hostile.until(({ event }) => event === 'phx_error');
    const reason =
      /^The filter takes too long, please subscribe without it, or again in \d+ seconds$/;
    expect(hostile.frames.at(-2)?.payload.message).toMatch(reason);
    expect(failures(other)).toEqual([]);
    const again = (...bindings: object[]) =>
      hostile.join(topic, tokenOf({ sub: bob }), ...bindings);
    for (const filter of ['pace=lt.(7)', 'title=ilike.a%']) {
      expect(await again(on('wholes', filter))).toMatchObject({
        status: 'error',
        response: {
          reason: expect.stringMatching(/^ClientJoinRateLimitReached: .* in \d+ seconds$/),
        },
      });
    }
    expect(await again(on('wholes', 'title=eq.a'))).toBe(subscribed);
    await listen(service, ann, on('wholes', 'title=ilike.a%'));
  });

  it('of one client delays neither the changes nor the filters of others', async () => {
    // The filter takes as long as the rest of the test may.
    const service = await start({ filterTime: 20_000 });
    const hostile = await listen(service, bob, on('wholes', 'pace=lt.(7)'));
    const more = await listen(service, bob, on('wholes', 'pace=lt.(8)'));
    const listener = await listen(service, ann, on('wholes'));
    const filtering = await listen(service, ann, on('wholes', 'title=ilike.TO%'));
    for (const id of [111, 112, 113]) {
      await run(`insert into wholes values (${id}, 'to be compared', null, '(1)')`);
      await Promise.all([listener.hears(id), filtering.hears(id)]);
    }
    expect([hostile, more].flatMap(failures)).toEqual([]);
    expect([hostile, more].flatMap(heardIds)).toEqual([]);
  });

  it('is no longer evaluated when its client’s budget is spent, also where each evaluation is short', async () => {
    const service = await start({ filterTimePerClient: 2, filterTimeWindow: 3_600_000 });
    const hostile = await service.connect();
    const filters = Array.from({ length: 100 }, (_, n) => on('wholes', `title=ilike.%${n}%`));
    expect(await hostile.join(topic, tokenOf({ sub: bob }), ...filters)).toBe(subscribed);
    const other = await listen(service, ann, on('wholes'));
    for (let id = 121; failures(hostile).length === 0 && id < 160; id += 1) {
      await run(`insert into wholes values (${id}, 'to be compared')`);
      await other.hears(id);
      await hostile.ask('phoenix', 'heartbeat');
    }
    expect(failures(hostile)).toHaveLength(1);
    expect(failures(other)).toEqual([]);
  });
});

describe('filters in great numbers', () => {
  const ilikes = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => on('wholes', `title=ilike.%${from + n}%`));

  it('are refused, and other subscribers get changes at once', async () => {
    const service = await start();
    const other = await listen(service, ann, on('wholes'));
    const tokens = tokenOf({ sub: bob });
    const answers: unknown[] = [];
    for (let socket = 0; socket < 5; socket += 1) {
      const client = await service.connect();
      for (let channel = 0; channel < 40; channel += 1) {
        const bindings = ilikes(channel * 100, 100);
        answers.push(await client.join(`realtime:${channel}`, tokens, ...bindings));
      }
    }
    // A filter counts beside its binding: of a socket's three hundred one channel took two.
    expect(answers.filter((answer) => answer === subscribed).length).toBeLessThanOrEqual(5);
    expect(answers.at(-1)).toEqual({
      status: 'error',
      response: {
        reason: expect.stringMatching(
          /^ChannelRateLimitReached: Too many postgres_changes and filters, at most \d+ at once$/,
        ),
      },
    });
    await run(`insert into wholes values (201, 'in spite of it')`);
    await other.hears(201);
  });

  it('are counted for the account and the address, until their channel is left', async () => {
    const service = await start({ subscriptionsPerAccount: 3, subscriptionsPerAddress: 5 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const join = async (sub: string, address: string, count: number) => {
      const client = await service.connect(undefined, from(address));
      const answer = await client.join(topic, tokenOf({ sub }), ...ilikes(0, count));
      return { client, answer };
    };
    const refused = (most: number) => ({
      status: 'error',
      response: { reason: expect.stringContaining(`at most ${most} at once`) },
    });
    const first = await join(ann, '2001:db8::1', 1);
    expect(first.answer).toBe(subscribed);
    expect((await join(ann, '192.0.2.1', 1)).answer).toEqual(refused(3));
    expect((await join(bob, '2001:db8::2', 1)).answer).toBe(subscribed);
    // Another address of the same /64.
    expect((await join(randomUUID(), '2001:db8::3', 1)).answer).toEqual(refused(5));
    expect((await join(randomUUID(), '2001:db8:0:1::3', 1)).answer).toBe(subscribed);
    await first.client.ask(topic, 'phx_leave');
    expect((await join(ann, '192.0.2.1', 1)).answer).toBe(subscribed);
  });
});

describe('a policy that fails', () => {
  it('is logged with its table and its cause, and not again for each change', async () => {
    const lines: string[] = [];
    const service = await start({}, lines);
    const other = await listen(service, ann, on('notes'));
    const client = await service.connect();
    const token = tokenOf({ sub: bob, user_metadata: { number: 'none' } });
    expect(await client.join(topic, token, on('notes'))).toBe(subscribed);
    for (const id of [301, 302]) {
      await run(`insert into notes (id, owner, is_open) values (${id}, '${ann}', false)`);
      await other.hears(id);
    }
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({
        table: 'public.notes',
        role: 'authenticated',
        code: '22P02',
        reason: 'invalid input syntax for type integer: "none"',
      }),
    ]);
    expect(failures(client)).toEqual([]);
  });
});
