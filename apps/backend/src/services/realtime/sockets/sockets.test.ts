import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  errorReply,
  RunningRealtime,
  startDatabase,
  startTestDatabase,
  tokenOf,
  type RawClient,
} from '../fixtures/running-realtime.ts';
import type { RealtimeLimits } from '../limits.ts';

const { database, run } = await startDatabase();
/** A second database for services with other limits, since a replication slot has one reader. */
const { database: another } = await startDatabase();
const realtime = await RunningRealtime.start(database);
afterAll(() => realtime.stop());

/** Connects a client for one test, so that it does not receive the changes of later tests. */
const connect = async (): Promise<RawClient> => {
  const client = await realtime.connect();
  onTestFinished(() => client.ws.terminate());
  return client;
};

const anyone = () => tokenOf({ sub: randomUUID() });
const wholes = { event: '*', schema: 'public', table: 'wholes' };
const topic = 'realtime:x';
const subscribed = 'Subscribed to PostgreSQL';

/** Starts a second service with other limits. */
const withLimits = async (limits: Partial<RealtimeLimits>): Promise<RunningRealtime> => {
  const service = await RunningRealtime.start(another, limits);
  onTestFinished(() => service.stop());
  return service;
};

const ok = (response = {}) => ({ status: 'ok', response });

describe('a socket', () => {
  it('replies to heartbeats, joins, leaves, and messages to channels that are not joined', async () => {
    const client = await connect();
    expect(await client.request('phoenix', 'heartbeat')).toEqual(ok());
    expect(await client.request(topic, 'anything')).toEqual(errorReply('unmatched topic'));
    expect(await client.request('else:x', 'phx_join')).toEqual(errorReply('unmatched topic'));
    expect(await client.request('realtime:', 'phx_join')).toEqual(
      errorReply('TopicNameRequired: You must provide a topic name'),
    );
    expect(await client.join(topic, anyone(), wholes)).toBe(subscribed);
    expect(await client.request(topic, 'phx_leave')).toEqual(ok());
    expect(await client.request(topic, 'anything')).toEqual(errorReply('unmatched topic'));
  });

  it('replies to a join with the client’s bindings and their ids, and sends a change once to a channel', async () => {
    const client = await connect();
    const bindings = [wholes, { ...wholes, filter: 'id=eq.1' }, { ...wholes, filter: 'id=eq.2' }];
    const answer = await client.request(topic, 'phx_join', {
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
    await client.receive(1);
    const changes = client.frames.filter(({ event }) => event === 'postgres_changes');
    expect(changes.map(({ payload }) => payload.ids)).toEqual([[1, 2]]);
  });

  it.each([
    ['no bindings', {}],
    ['acknowledged broadcasts', { broadcast: { ack: true }, postgres_changes: [wholes] }],
    ['broadcasts to itself', { broadcast: { self: true }, postgres_changes: [wholes] }],
  ])(
    'rejects a public channel with %s, since such channels are not served',
    async (_title, config) => {
      const client = await connect();
      expect(await client.request(topic, 'phx_join', { config })).toEqual(
        errorReply('PrivateOnly: This project only allows private channels'),
      );
    },
  );

  it('rejects a broadcast on a channel of changes, in text and in binary', async () => {
    const client = await connect();
    const config = {
      broadcast: { ack: false, self: false },
      presence: { enabled: false },
      postgres_changes: [wholes],
    };
    expect(await client.request(topic, 'phx_join', { config })).toMatchObject({
      status: 'ok',
    });
    const refused = errorReply('PrivateOnly: This project only allows private channels');
    const wave = { type: 'broadcast', event: 'wave', payload: {} };
    expect(await client.request(topic, 'broadcast', wave)).toEqual(refused);
    const lengths = [1, 2, topic.length, 4, 0, 1];
    client.ws.send(Buffer.from([3, ...lengths, ...Buffer.from(`199${topic}wave{}`)]));
    const answer = await client.waitFor(({ ref }) => ref === '99');
    expect(answer.payload).toEqual(refused);
  });

  it('closes the first channel of a topic when the topic is joined again', async () => {
    const client = await connect();
    await client.join(topic, anyone(), wholes);
    expect(await client.join(topic, anyone(), wholes)).toBe(subscribed);
    await client.waitFor(({ event }) => event === 'phx_close');
    expect(await client.request(topic, 'phx_leave')).toEqual(ok());
  });

  it.each([
    ['garbage', 'garbage'],
    ['an object instead of an array', '{"topic":"phoenix","event":"heartbeat"}'],
    ['a topic that is not a text', '["1","1",{"a":1},"phx_join",{}]'],
    ['arrays in arrays', `["1","1","realtime:x","phx_join",${'['.repeat(50_000)}`],
    ['bytes', Buffer.from([9, 9, 9])],
    ['a cut binary broadcast', Buffer.from([3, 200, 200, 200, 0, 0, 0, 1])],
  ])('is closed when its client sends %s', async (_title, data) => {
    const client = await connect();
    client.ws.send(data);
    expect(await client.closed).toEqual({
      code: 1003,
      reason: 'not a message of this protocol',
    });
  });

  it.each([
    ['an array', [1, 2]],
    ['invalid bindings', { config: { postgres_changes: 'all' } }],
    ['deep nonsense', { config: { postgres_changes: [[[[[]]]]] } }],
    ['a topic that is too long', {}, `realtime:${'x'.repeat(300)}`],
  ])('rejects a join with %s', async (_title, payload, name = topic) => {
    const client = await connect();
    expect(await client.request(name, 'phx_join', payload)).toEqual(
      errorReply('InvalidJoinPayload: unable to parse the payload of the join'),
    );
  });

  it.each([
    { schema: `public'; drop table notes; --`, table: '*' },
    { schema: 'pg_catalog', table: 'pg_authid' },
    { schema: 'public', table: `wholes" where true; --` },
    { schema: 'public', table: 'wholes\0' },
    {
      schema: 'public',
      table: 'wholes',
      filter: `id=eq.1); drop table wholes; --`,
    },
    {
      schema: 'public',
      table: 'wholes',
      filter: `title=in.('; drop table wholes; --)x`,
    },
    { schema: 'public', table: 'wholes', select: ['secret'] },
    {
      schema: 'public',
      table: 'wholes',
      filter: `title=eq.${'x'.repeat(9000)}`,
    },
    { schema: { a: 1 }, table: [] },
    {},
  ])('does not subscribe to %j', async (binding) => {
    const client = await connect();
    await client.join(topic, anyone(), binding);
    expect(client.frames.at(-1)?.payload).toMatchObject({
      extension: 'postgres_changes',
      status: 'error',
    });
    expect(await run(`select count(*)::int > -1 as there from wholes`)).toEqual([{ there: true }]);
  });
});

describe('a channel with a token', () => {
  it('is closed when the token expires', async () => {
    const client = await connect();
    const exp = Math.ceil(Date.now() / 1000) + 1;
    await client.join(topic, tokenOf({ sub: randomUUID(), exp }), wholes);
    await client.waitFor(({ event }) => event === 'phx_close');
    expect(client.systemMessages.at(-1)).toMatch(/^Token has expired \d+ seconds ago$/);
    expect(
      await client.join(topic, tokenOf({ sub: 'late', exp: exp - 100 }), wholes),
    ).toMatchObject(
      errorReply(expect.stringMatching(/^InvalidJWTToken: Token has expired \d+ seconds ago$/)),
    );
  });

  it('stays open if the token is renewed before it expires', async () => {
    const client = await connect();
    const sub = randomUUID();
    const exp = Math.ceil(Date.now() / 1000) + 1;
    await client.join(topic, tokenOf({ sub, exp }), wholes);
    const witness = await connect();
    await witness.join(topic, tokenOf({ sub, exp }), wholes);
    client.ws.send(
      JSON.stringify(['1', '9', topic, 'access_token', { access_token: tokenOf({ sub }) }]),
    );
    await witness.waitFor(({ event }) => event === 'phx_close');
    await run(`insert into wholes (id) values (2)`);
    await client.receive(2);
    expect(client.systemMessages).toEqual(['Subscribed to PostgreSQL']);
  });

  it('is closed when its session ends, and cannot be joined afterwards', async () => {
    const client = await connect();
    const sub = randomUUID();
    await client.join(topic, tokenOf({ sub }), wholes);
    realtime.endSession(sub);
    await client.waitFor(({ event }) => event === 'phx_close');
    expect(client.systemMessages.at(-1)).toBe(
      'Session from session_id claim in JWT does not exist',
    );
    const late = client.join(topic, tokenOf({ sub }), wholes);
    expect(await late).toEqual(
      errorReply('Unauthorized: Session from session_id claim in JWT does not exist'),
    );
  });

  it('fails if the new token belongs to another account, so that its bindings are checked again', async () => {
    const client = await connect();
    await client.join(topic, 'sb_publishable_test', wholes);
    client.ws.send(JSON.stringify(['1', '9', topic, 'access_token', { access_token: anyone() }]));
    await client.waitFor(({ event }) => event === 'phx_error');
    expect(client.systemMessages.at(-1)).toBe(
      'The token speaks for someone else, please subscribe again',
    );
  });

  it('stays open if it receives an api key in place of a renewed token', async () => {
    const client = await connect();
    await client.join(topic, anyone(), wholes);
    const message = { access_token: 'sb_publishable_test' };
    client.ws.send(JSON.stringify(['1', '9', topic, 'access_token', message]));
    expect(await client.request('phoenix', 'heartbeat')).toEqual(ok());
    await run(`insert into wholes (id) values (3)`);
    await client.receive(3);
  });
});

describe('the service', () => {
  it('rejects a handshake with a wrong key, version, path, origin or length', async () => {
    const path = '/realtime/v1/websocket';
    const key = 'apikey=sb_publishable_test';
    expect(await realtime.handshakeStatus(path)).toBe(401);
    expect(await realtime.handshakeStatus(`${path}?apikey=sb_publishable_tesT`)).toBe(401);
    expect(await realtime.handshakeStatus(`${path}?${key}&vsn=3.0.0`)).toBe(403);
    expect(await realtime.handshakeStatus(`${path}/../else?${key}`)).toBe(404);
    expect(await realtime.handshakeStatus(`${path}?${key}`, { origin: 'no origin' })).toBe(403);
    expect(await realtime.handshakeStatus(`${path}?${key}&x=${'x'.repeat(9000)}`)).toBe(414);
  });

  it('limits the sockets of an address, which is the /64 for IPv6', async () => {
    const service = await withLimits({ socketsPerAddress: 1 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const first = await service.connect(undefined, from('2001:db8:1:2::1'));
    const path = '/realtime/v1/websocket?apikey=sb_publishable_test';
    expect(await service.handshakeStatus(path, from('2001:db8:1:2:ffff::2'))).toBe(429);
    await expect(service.connect(undefined, from('2001:db8:1:3::1'))).resolves.toBeDefined();
    first.ws.close();
    await first.closed;
    await expect
      .poll(() =>
        service.connect(undefined, from('2001:db8:1:2:ffff::2')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('limits the sockets of an account', async () => {
    const service = await withLimits({ socketsPerAccount: 1 });
    const token = anyone();
    const [first, second] = [await service.connect(), await service.connect()];
    await first.join(topic, token, wholes);
    await first.join('realtime:y', token, wholes);
    expect(await second.join(topic, token, wholes)).toEqual(
      errorReply('ConnectionRateLimitReached: Too many connected users'),
    );
    await first.request(topic, 'phx_leave');
    await first.request('realtime:y', 'phx_leave');
    expect(await second.join(topic, token, wholes)).toBe(subscribed);
  });

  it('limits the channels of a socket and the bindings of a channel', async () => {
    const service = await withLimits({
      channelsPerSocket: 1,
      bindingsPerChannel: 1,
    });
    const client = await service.connect();
    expect(await client.join('realtime:y', anyone(), wholes, wholes)).toEqual(
      errorReply('InvalidJoinPayload: a channel has at most 1 postgres_changes'),
    );
    await client.join(topic, anyone(), wholes);
    expect(await client.join('realtime:y', anyone(), wholes)).toEqual(
      errorReply('ChannelRateLimitReached: Too many channels'),
    );
  });

  it('rejects a token that is longer than a header may be', async () => {
    const client = await connect();
    const token = tokenOf({
      sub: randomUUID(),
      user_metadata: { words: 'x'.repeat(20_000) },
    });
    expect(await client.join(topic, token, wholes)).toEqual(
      errorReply('MalformedJWT: The token provided is not a valid JWT'),
    );
  });

  it('closes sockets that send too many joins, too many messages, or a message that is too large', async () => {
    const service = await withLimits({
      joinsPerSecond: 1,
      messagesPerSecond: 5,
      messageSize: 500,
    });
    const joining = await service.connect();
    const messages = (event: string) =>
      Array.from({ length: 10 }, (_, n) => JSON.stringify(['1', `${n}`, topic, event, {}]));
    for (const message of messages('phx_join').slice(0, 3)) joining.ws.send(message);
    expect((await joining.closed).reason).toBe('Too many joins per second');
    const frequent = await service.connect();
    for (const message of messages('chatter')) frequent.ws.send(message);
    expect((await frequent.closed).reason).toBe('Too many messages per second');
    const large = await service.connect();
    large.ws.send('x'.repeat(501));
    expect((await large.closed).code).toBe(1009);
  });

  it('closes a socket that sends no heartbeat', async () => {
    const service = await withLimits({ heartbeatTimeout: 50 });
    const client = await service.connect();
    expect(await client.closed).toEqual({ code: 1000, reason: 'no heartbeat' });
  });

  it('closes only the socket of a client that does not read', async () => {
    const slow = await connect();
    const token = anyone();
    for (let n = 0; n < 10; n += 1) await slow.join(`${topic}${n}`, token, wholes);
    const quick = await connect();
    await quick.join(topic, anyone(), { ...wholes, filter: 'id=eq.9000' });
    slow.ws.pause();
    // Ten channels receive more than the kernel's buffers on both sides hold.
    for (const id of [8000, 8001]) {
      await run(`insert into wholes values (${id}, 'large', repeat('x', 900000))`);
    }
    await run(`insert into wholes (id) values (9000)`);
    await quick.receive(9000);
    slow.ws.resume();
    const { code } = await slow.closed;
    // If the client does not read the close frame in time, the connection ends without one.
    expect([1013, 1006]).toContain(code);
    expect(slow.changes.length).toBeLessThan(20);
  }, 120_000);

  it('disconnects clients and rejects new ones with the reason that it restarts', async () => {
    const service = await RunningRealtime.start(database);
    const client = await service.connect();
    service.disconnectClients();
    expect((await client.closed).code).toBe(1012);
    const path = '/realtime/v1/websocket?apikey=sb_publishable_test';
    expect(await service.handshakeStatus(path)).toBe(503);
    await service.stop();
  });
});

describe('a database without logical replication', () => {
  it('rejects joins with the reason', async () => {
    const plain = await startTestDatabase({ wal_level: 'replica' });
    const service = await RunningRealtime.start(plain);
    onTestFinished(async () => {
      await service.stop();
      await plain.stop();
    });
    const client = await service.connect();
    expect(await client.join(topic, anyone(), wholes)).toEqual(
      errorReply('RealtimeDisabledForConfiguration: wal_level of the database must be logical'),
    );
  });
});
