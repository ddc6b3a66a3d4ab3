import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  RunningRealtime,
  startDatabase,
  tokenOf,
  type RawClient,
} from '../fixtures/running-realtime.ts';
import type { RealtimeLimits } from '../limits.ts';

const { database, run } = await startDatabase();
const ann = randomUUID();
const bob = randomUUID();
const topic = 'realtime:x';
const subscribed = 'Subscribed to PostgreSQL';

/** Starts a service for one test. A replication slot has one reader. */
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

/** How often filters with the counting operator were evaluated. */
const evaluations = async (): Promise<number> => {
  const [row] = await database.database.admin<{ count: number }[]>`
    select case when is_called then last_value else 0 end::int as count from public.evaluations`;
  return row?.count ?? 0;
};

const failures = (client: RawClient) => client.frames.filter(({ event }) => event === 'phx_error');

const receivedIds = (client: RawClient) =>
  client.changes.map(
    ({ record, old_record: old }) => Object({ ...Object(old), ...Object(record) }).id,
  );

describe('a filter', () => {
  it('is not evaluated for a row that its subscriber cannot see', async () => {
    const service = await start();
    const spy = await listen(service, bob, on('drafts', 'pace=gt.(1)'));
    const owner = await listen(service, ann, on('drafts'));
    const before = await evaluations();
    await run(`insert into drafts values (1, '${ann}', 'hidden', false, '(2)')`);
    await run(`update drafts set title = 'still hidden' where id = 1`);
    await owner.waitFor(({ payload }) => JSON.stringify(payload).includes('still hidden'));
    expect(await evaluations()).toBe(before);
    await run(`insert into drafts values (2, '${bob}', 'shown', false, '(2)')`);
    await spy.receive(2);
    expect(await evaluations()).toBe(before + 1);
    expect(receivedIds(spy)).toEqual([2]);
  });

  it('reveals nothing about a hidden row by taking too long', async () => {
    const service = await start();
    const spy = await listen(service, bob, on('drafts', 'pace=lt.(7)'));
    const owner = await listen(service, ann, on('drafts'));
    const frameCount = spy.frames.length;
    await run(`insert into drafts values (11, '${ann}', 'hidden', false, '(2)')`);
    await owner.receive(11);
    // The change of bob's own row is sent after any message about the other row.
    await run(`insert into drafts values (12, '${bob}', 'shown', false, null)`);
    await run(`delete from drafts where id = 12`);
    const witness = await listen(service, bob, on('drafts'));
    await run(`insert into drafts values (13, '${bob}', 'shown', false, null)`);
    await witness.receive(13);
    expect(spy.frames.length).toBe(frameCount);
  });

  it('applies only to the key of a deleted row', async () => {
    await run(`insert into drafts values (21, '${ann}', 'Private words', false, '(2)')`);
    const service = await start();
    const guess = await listen(service, bob, on('drafts', 'title=eq.Private words'));
    const pattern = await listen(service, bob, on('drafts', 'title=like.P%'));
    const counted = await listen(service, bob, on('drafts', 'pace=gt.(1)'));
    const byKey = await listen(service, bob, on('drafts', 'id=eq.21'));
    const before = await evaluations();
    await run(`delete from drafts where id = 21`);
    await byKey.waitFor(({ event }) => event === 'postgres_changes');
    await run(`insert into drafts values (22, '${bob}', 'Private words', false, '(2)')`);
    for (const client of [guess, pattern, counted]) {
      await client.receive(22);
      expect(receivedIds(client)).toEqual([22]);
    }
    expect(await evaluations()).toBe(before + 1);
  });

  it('passes no change if its subscriber may no longer read its column', async () => {
    const service = await start();
    const filters = ['mood=eq.wild', 'mood=is.null', 'big=like.w%', 'big=eq.word'];
    const clients = await Promise.all(
      filters.map((filter) => listen(service, ann, on('notes', filter))),
    );
    const everything = await listen(service, ann, on('notes'));
    await run('revoke select (mood, big) on notes from authenticated');
    onTestFinished(() => void run('grant select (mood, big) on notes to authenticated'));
    await run(`insert into notes (id, mood, big) values (31, 'wild', 'word')`);
    await everything.receive(31);
    await run('grant select (mood, big) on notes to authenticated');
    await run(`insert into notes (id, mood, big) values (32, 'wild', 'word')`);
    for (const place of [0, 2, 3]) await clients[place]?.receive(32);
    expect(clients.map(receivedIds)).toEqual([[32], [], [32], [32]]);
  });

  it('is evaluated once for all subscribers that have it and see the row', async () => {
    const service = await start();
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => listen(service, randomUUID(), on('wholes', 'pace=gt.(1)'))),
    );
    const before = await evaluations();
    await run(`insert into wholes values (41, 'seen by all', null, '(2)')`);
    await Promise.all(clients.map((client) => client.receive(41)));
    // Two evaluations may run at the same time, before the first has a result.
    expect((await evaluations()) - before).toBeLessThanOrEqual(2);
  });
});

describe('a filter that takes too long', () => {
  it('fails its channel, and suspends its client for such filters only', async () => {
    const service = await start();
    const hostile = await listen(service, bob, on('wholes', 'pace=lt.(7)'));
    const other = await listen(service, ann, on('wholes'));
    await run(`insert into wholes values (101, 'to be compared', null, '(1)')`);
    await other.receive(101);
    await hostile.waitFor(({ event }) => event === 'phx_error');
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

  it('delays neither the changes nor the filters of other clients', async () => {
    // The filter may take longer than the rest of the test.
    const service = await start({ filterTime: 20_000 });
    const hostile = await listen(service, bob, on('wholes', 'pace=lt.(7)'));
    const more = await listen(service, bob, on('wholes', 'pace=lt.(8)'));
    const listener = await listen(service, ann, on('wholes'));
    const filtering = await listen(service, ann, on('wholes', 'title=ilike.TO%'));
    for (const id of [111, 112, 113]) {
      await run(`insert into wholes values (${id}, 'to be compared', null, '(1)')`);
      await Promise.all([listener.receive(id), filtering.receive(id)]);
    }
    expect([hostile, more].flatMap(failures)).toEqual([]);
    expect([hostile, more].flatMap(receivedIds)).toEqual([]);
  });

  it('is no longer evaluated once its client’s budget is spent, even if each evaluation is short', async () => {
    const service = await start({ filterTimePerClient: 2, filterTimeWindow: 3_600_000 });
    const hostile = await service.connect();
    const filters = Array.from({ length: 100 }, (_, n) => on('wholes', `title=ilike.%${n}%`));
    expect(await hostile.join(topic, tokenOf({ sub: bob }), ...filters)).toBe(subscribed);
    const other = await listen(service, ann, on('wholes'));
    for (let id = 121; failures(hostile).length === 0 && id < 160; id += 1) {
      await run(`insert into wholes values (${id}, 'to be compared')`);
      await other.receive(id);
      await hostile.request('phoenix', 'heartbeat');
    }
    expect(failures(hostile)).toHaveLength(1);
    expect(failures(other)).toEqual([]);
  });
});

describe('the bindings and filters of a client', () => {
  const ilikes = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => on('wholes', `title=ilike.%${from + n}%`));

  it('count towards the limits of the account and the address until their channel is left', async () => {
    const service = await start({ subscriptionsPerAccount: 3, subscriptionsPerAddress: 5 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const join = async (sub: string, address: string, count: number) => {
      const client = await service.connect(undefined, from(address));
      const answer = await client.join(topic, tokenOf({ sub }), ...ilikes(0, count));
      return { client, answer };
    };
    const refused = (most: number) => ({
      status: 'error',
      response: {
        reason: `ChannelRateLimitReached: Too many postgres_changes and filters, at most ${most} at once`,
      },
    });
    const first = await join(ann, '2001:db8::1', 1);
    expect(first.answer).toBe(subscribed);
    expect((await join(ann, '192.0.2.1', 1)).answer).toEqual(refused(3));
    expect((await join(bob, '2001:db8::2', 1)).answer).toBe(subscribed);
    // Another address of the same /64.
    expect((await join(randomUUID(), '2001:db8::3', 1)).answer).toEqual(refused(5));
    expect((await join(randomUUID(), '2001:db8:0:1::3', 1)).answer).toBe(subscribed);
    await first.client.request(topic, 'phx_leave');
    expect((await join(ann, '192.0.2.1', 1)).answer).toBe(subscribed);
  });
});

describe('a policy that fails', () => {
  it('is logged with its table and its cause, but not for each change', async () => {
    const lines: string[] = [];
    const service = await start({}, lines);
    const other = await listen(service, ann, on('notes'));
    const client = await service.connect();
    const token = tokenOf({ sub: bob, user_metadata: { number: 'none' } });
    expect(await client.join(topic, token, on('notes'))).toBe(subscribed);
    for (const id of [301, 302]) {
      await run(`insert into notes (id, owner, is_open) values (${id}, '${ann}', false)`);
      await other.receive(id);
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
