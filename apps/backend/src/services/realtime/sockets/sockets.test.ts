import { randomUUID } from 'node:crypto';
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
let realtime: RunningRealtime;
/** A replication slot has one reader: this database is for services with limits of their own. */
let another: RunningDatabase;

beforeAll(async () => {
  [database, another] = await Promise.all([startTestDatabase(), startTestDatabase()]);
  realtime = await RunningRealtime.start(database);
});
afterAll(async () => {
  await realtime?.stop();
  await database?.stop();
  await another?.stop();
});

/** A client that is gone after its test: later ones write what it would have to be sent as well. */
const connect = async (): Promise<RawClient> => {
  const client = await realtime.connect();
  onTestFinished(() => client.ws.terminate());
  return client;
};

const run = (text: string) => database.database.admin.unsafe(text);
const anyone = () => tokenOf({ sub: randomUUID() });
const wholes = { event: '*', schema: 'public', table: 'wholes' };
const topic = 'realtime:x';
const subscribed = 'Subscribed to PostgreSQL';

/** Another service with limits of its own. */
const withLimits = async (limits: Partial<RealtimeLimits>): Promise<RunningRealtime> => {
  const service = await RunningRealtime.start(another, limits);
  onTestFinished(() => service.stop());
  return service;
};

const system = (client: RawClient) =>
  client.frames.filter(({ event }) => event === 'system').map(({ payload }) => payload.message);

const refusedWith = (reason: string) => ({ status: 'error', response: { reason } });
const ok = (response = {}) => ({ status: 'ok', response });

describe('a socket', () => {
  it('answers heartbeats, joins, leaves, and messages to channels that are not joined', async () => {
    const client = await connect();
    expect(await client.ask('phoenix', 'heartbeat')).toEqual(ok());
    expect(await client.ask(topic, 'anything')).toEqual(refusedWith('unmatched topic'));
    expect(await client.ask('else:x', 'phx_join')).toEqual(refusedWith('unmatched topic'));
    expect(await client.ask('realtime:', 'phx_join')).toEqual(
      refusedWith('TopicNameRequired: You must provide a topic name'),
    );
    expect(await client.join(topic, anyone(), wholes)).toBe(subscribed);
    expect(await client.ask(topic, 'phx_leave')).toEqual(ok());
    expect(await client.ask(topic, 'anything')).toEqual(refusedWith('unmatched topic'));
  });

  it('returns each binding as the client sent it with its id, and sends a change once to each channel', async () => {
    const client = await connect();
    const bindings = [wholes, { ...wholes, filter: 'id=eq.1' }, { ...wholes, filter: 'id=eq.2' }];
    const answer = await client.ask(topic, 'phx_join', {
      access_token: anyone(),
      config: { postgres_changes: bindings },
    });
    expect(answer).toEqual(
      ok({
        postgres_changes: [
          { ...bindings[0], id: 1 },
          { ...bindings[1], id: 2 },
          { ...bindings[2], id: 3 },
        ],
      }),
    );
    await run(`insert into wholes (id) values (1)`);
    await client.hears(1);
    const told = client.frames.filter(({ event }) => event === 'postgres_changes');
    expect(told.map(({ payload }) => payload.ids)).toEqual([[1, 2]]);
  });

  it.each([
    ['no bindings', {}],
    ['broadcasts to be acknowledged', { broadcast: { ack: true }, postgres_changes: [wholes] }],
    ['broadcasts to itself', { broadcast: { self: true }, postgres_changes: [wholes] }],
  ])(
    'refuses a public channel that asks for %s where such channels are not served',
    async (_what, config) => {
      const client = await connect();
      expect(await client.ask(topic, 'phx_join', { config })).toEqual(
        refusedWith('PrivateOnly: This project only allows private channels'),
      );
    },
  );

  it('refuses by name a broadcast on a channel of changes, in text and in binary', async () => {
    const client = await connect();
    const config = {
      broadcast: { ack: false, self: false },
      presence: { enabled: false },
      postgres_changes: [wholes],
    };
    expect(await client.ask(topic, 'phx_join', { config })).toMatchObject({ status: 'ok' });
    const refused = refusedWith('PrivateOnly: This project only allows private channels');
    const wave = { type: 'broadcast', event: 'wave', payload: {} };
    expect(await client.ask(topic, 'broadcast', wave)).toEqual(refused);
    const lengths = [1, 2, topic.length, 4, 0, 1];
    client.ws.send(Buffer.from([3, ...lengths, ...Buffer.from(`199${topic}wave{}`)]));
    const answer = await client.until(({ ref }) => ref === '99');
    expect(answer.payload).toEqual(refused);
  });

  it('replaces the first join of a topic by the second', async () => {
    const client = await connect();
    await client.join(topic, anyone(), wholes);
    expect(await client.join(topic, anyone(), wholes)).toBe(subscribed);
    await client.until(({ event }) => event === 'phx_close');
    expect(await client.ask(topic, 'phx_leave')).toEqual(ok());
  });

  it.each([
    ['garbage', 'garbage'],
    ['an object where an array belongs', '{"topic":"phoenix","event":"heartbeat"}'],
    ['a topic that is no text', '["1","1",{"a":1},"phx_join",{}]'],
    ['arrays in arrays', `["1","1","realtime:x","phx_join",${'['.repeat(50_000)}`],
    ['bytes', Buffer.from([9, 9, 9])],
    ['a cut binary broadcast', Buffer.from([3, 200, 200, 200, 0, 0, 0, 1])],
  ])('is closed when its client sends %s', async (_what, data) => {
    const client = await connect();
    client.ws.send(data);
    expect(await client.closed).toEqual({ code: 1003, reason: 'not a message of this protocol' });
  });

  it.each([
    ['no object', [1, 2]],
    ['bindings that are none', { config: { postgres_changes: 'all' } }],
    ['deep nonsense', { config: { postgres_changes: [[[[[]]]]] } }],
    ['a topic that is too long', {}, `realtime:${'x'.repeat(300)}`],
  ])('refuses a join with %s', async (_what, payload, name = topic) => {
    const client = await connect();
    expect(await client.ask(name, 'phx_join', payload)).toEqual(
      refusedWith('InvalidJoinPayload: unable to parse the payload of the join'),
    );
  });

  it.each([
    { schema: `public'; drop table notes; --`, table: '*' },
    { schema: 'pg_catalog', table: 'pg_authid' },
    { schema: 'public', table: `wholes" where true; --` },
    { schema: 'public', table: 'wholes\0' },
    { schema: 'public', table: 'wholes', filter: `id=eq.1); drop table wholes; --` },
    { schema: 'public', table: 'wholes', filter: `title=in.('; drop table wholes; --)x` },
    { schema: 'public', table: 'wholes', select: ['secret'] },
    { schema: 'public', table: 'wholes', filter: `title=eq.${'x'.repeat(9000)}` },
    { schema: { a: 1 }, table: [] },
    {},
  ])('subscribes to nothing for %j', async (binding) => {
    const client = await connect();
    await client.join(topic, anyone(), binding);
    expect(client.frames.at(-1)?.payload).toMatchObject({
      extension: 'postgres_changes',
      status: 'error',
    });
    expect(await run(`select count(*)::int > -1 as there from wholes`)).toEqual([{ there: true }]);
  });
});

describe('the verification of tokens', () => {
  it('closes a channel when its token expires, with the words of Supabase', async () => {
    const client = await connect();
    const exp = Math.ceil(Date.now() / 1000) + 1;
    await client.join(topic, tokenOf({ sub: randomUUID(), exp }), wholes);
    await client.until(({ event }) => event === 'phx_close');
    expect(system(client).at(-1)).toMatch(/^Token has expired \d+ seconds ago$/);
    expect(
      await client.join(topic, tokenOf({ sub: 'late', exp: exp - 100 }), wholes),
    ).toMatchObject(
      refusedWith(expect.stringMatching(/^InvalidJWTToken: Token has expired \d+ seconds ago$/)),
    );
  });

  it('keeps a channel open past the expiry of a token that was renewed', async () => {
    const client = await connect();
    const sub = randomUUID();
    const exp = Math.ceil(Date.now() / 1000) + 1;
    await client.join(topic, tokenOf({ sub, exp }), wholes);
    const witness = await connect();
    await witness.join(topic, tokenOf({ sub, exp }), wholes);
    client.ws.send(
      JSON.stringify(['1', '9', topic, 'access_token', { access_token: tokenOf({ sub }) }]),
    );
    await witness.until(({ event }) => event === 'phx_close');
    await run(`insert into wholes (id) values (2)`);
    await client.hears(2);
    expect(system(client)).toEqual(['Subscribed to PostgreSQL']);
  });

  it('closes the channels of a session that ended, also those that are about to be joined', async () => {
    const client = await connect();
    const sub = randomUUID();
    await client.join(topic, tokenOf({ sub }), wholes);
    realtime.endSession(sub);
    await client.until(({ event }) => event === 'phx_close');
    expect(system(client).at(-1)).toBe('Session from session_id claim in JWT does not exist');
    const late = client.join(topic, tokenOf({ sub }), wholes);
    expect(await late).toEqual(
      refusedWith('Unauthorized: Session from session_id claim in JWT does not exist'),
    );
  });

  it('fails a channel whose new token is another account’s, so that its bindings are checked again', async () => {
    const client = await connect();
    await client.join(topic, 'sb_publishable_test', wholes);
    client.ws.send(JSON.stringify(['1', '9', topic, 'access_token', { access_token: anyone() }]));
    await client.until(({ event }) => event === 'phx_error');
    expect(system(client).at(-1)).toBe('The token speaks for someone else, please subscribe again');
  });

  it('ignores the api key in the place of a renewed token', async () => {
    const client = await connect();
    await client.join(topic, anyone(), wholes);
    const message = { access_token: 'sb_publishable_test' };
    client.ws.send(JSON.stringify(['1', '9', topic, 'access_token', message]));
    expect(await client.ask('phoenix', 'heartbeat')).toEqual(ok());
    await run(`insert into wholes (id) values (3)`);
    await client.hears(3);
  });
});

describe('the service', () => {
  it('refuses a handshake without a key, with a wrong one, of another version, path or origin', async () => {
    const path = '/realtime/v1/websocket';
    const key = 'apikey=sb_publishable_test';
    expect(await realtime.refusal(path)).toBe(401);
    expect(await realtime.refusal(`${path}?apikey=sb_publishable_tesT`)).toBe(401);
    expect(await realtime.refusal(`${path}?${key}&vsn=3.0.0`)).toBe(403);
    expect(await realtime.refusal(`${path}/../else?${key}`)).toBe(404);
    expect(await realtime.refusal(`${path}?${key}`, { origin: 'no origin' })).toBe(403);
    expect(await realtime.refusal(`${path}?${key}&x=${'x'.repeat(9000)}`)).toBe(414);
  });

  it('counts the sockets of one IPv6 /64 together, and those of another apart', async () => {
    const service = await withLimits({ socketsPerAddress: 1 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    await service.connect(undefined, from('2001:db8:1:2::1'));
    const path = '/realtime/v1/websocket?apikey=sb_publishable_test';
    expect(await service.refusal(path, from('2001:db8:1:2:ffff::2'))).toBe(429);
    await expect(service.connect(undefined, from('2001:db8:1:3::1'))).resolves.toBeDefined();
  });

  it('refuses sockets beyond the limit for an address', async () => {
    const service = await withLimits({ socketsPerAddress: 1 });
    const first = await service.connect();
    const path = '/realtime/v1/websocket?apikey=sb_publishable_test';
    expect(await service.refusal(path)).toBe(429);
    first.ws.close();
    await first.closed;
    await expect
      .poll(() =>
        service.connect().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('refuses sockets beyond the limit for an account', async () => {
    const service = await withLimits({ socketsPerAccount: 1 });
    const token = anyone();
    const [first, second] = [await service.connect(), await service.connect()];
    await first.join(topic, token, wholes);
    await first.join('realtime:y', token, wholes);
    expect(await second.join(topic, token, wholes)).toEqual(
      refusedWith('ConnectionRateLimitReached: Too many connected users'),
    );
    await first.ask(topic, 'phx_leave');
    await first.ask('realtime:y', 'phx_leave');
    expect(await second.join(topic, token, wholes)).toBe(subscribed);
  });

  it('refuses channels and bindings beyond their limits', async () => {
    const service = await withLimits({ channelsPerSocket: 1, bindingsPerChannel: 1 });
    const client = await service.connect();
    expect(await client.join('realtime:y', anyone(), wholes, wholes)).toEqual(
      refusedWith('InvalidJoinPayload: a channel has at most 1 postgres_changes'),
    );
    await client.join(topic, anyone(), wholes);
    expect(await client.join('realtime:y', anyone(), wholes)).toEqual(
      refusedWith('ChannelRateLimitReached: Too many channels'),
    );
  });

  it('refuses a token that is longer than a header may be', async () => {
    const client = await connect();
    const token = tokenOf({ sub: randomUUID(), user_metadata: { words: 'x'.repeat(20_000) } });
    expect(await client.join(topic, token, wholes)).toEqual(
      refusedWith('MalformedJWT: The token provided is not a valid JWT'),
    );
  });

  it('closes sockets that send too many joins or messages, or too large ones', async () => {
    const service = await withLimits({ joinsPerSecond: 1, messagesPerSecond: 5, messageSize: 500 });
    const joining = await service.connect();
    const messages = (event: string) =>
      Array.from({ length: 10 }, (_, n) => JSON.stringify(['1', `${n}`, topic, event, {}]));
    for (const message of messages('phx_join').slice(0, 3)) joining.ws.send(message);
    expect((await joining.closed).reason).toBe('Too many joins per second');
    const talking = await service.connect();
    for (const message of messages('chatter')) talking.ws.send(message);
    expect((await talking.closed).reason).toBe('Too many messages per second');
    const shouting = await service.connect();
    shouting.ws.send('x'.repeat(501));
    expect((await shouting.closed).code).toBe(1009);
  });

  it('closes a socket that sends nothing', async () => {
    const service = await withLimits({ silence: 50 });
    const client = await service.connect();
    expect(await client.closed).toEqual({ code: 1000, reason: 'no heartbeat' });
  });

  it('closes the socket of a client that does not read, and no other', async () => {
    const slow = await connect();
    await slow.join(topic, anyone(), wholes);
    const quick = await connect();
    await quick.join(topic, anyone(), { ...wholes, filter: 'id=eq.9000' });
    slow.ws.pause();
    // More than the kernel's buffers on both sides hold.
    for (let n = 0; n < 40; n += 1) {
      await run(`insert into wholes values (${8000 + n}, 'large', repeat('x', 900000))`);
    }
    await run(`insert into wholes (id) values (9000)`);
    await quick.hears(9000);
    slow.ws.resume();
    const { code } = await slow.closed;
    // The close frame arrives when it is read in time; otherwise the connection just ends.
    expect([1013, 1006]).toContain(code);
    expect(slow.changes.length).toBeLessThan(41);
  }, 120_000);

  it('tells connected clients and new ones that it restarts when it stops', async () => {
    const service = await RunningRealtime.start(database);
    const client = await service.connect();
    service.disconnectClients();
    expect((await client.closed).code).toBe(1012);
    const path = '/realtime/v1/websocket?apikey=sb_publishable_test';
    expect(await service.refusal(path)).toBe(503);
    await service.stop();
  });
});

describe('a database that cannot be replicated from', () => {
  it('refuses joins and says why', async () => {
    const plain = await startTestDatabase({ wal_level: 'replica' });
    const service = await RunningRealtime.start(plain);
    onTestFinished(async () => {
      await service.stop();
      await plain.stop();
    });
    const client = await service.connect();
    expect(await client.join(topic, anyone(), wholes)).toEqual(
      refusedWith('RealtimeDisabledForConfiguration: wal_level of the database must be logical'),
    );
  });
});
