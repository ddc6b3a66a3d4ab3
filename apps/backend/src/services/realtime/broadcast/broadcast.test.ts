import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { RealtimeLimits } from '../limits.ts';
import {
  errorReply,
  RunningRealtime,
  startDatabase,
  tokenOf,
  type RawClient,
} from '../fixtures/running-realtime.ts';
import { pruneMessages } from './prune-messages.ts';

const { database, run } = await startDatabase();
let realtime = await RunningRealtime.start(database);
let hasDefaultLimits = true;
const ann = randomUUID();
const bob = randomUUID();
const outsider = randomUUID();
const annsToken = tokenOf({ sub: ann });
const bobsToken = tokenOf({ sub: bob });
const outsidersToken = tokenOf({ sub: outsider });

/** Replaces the service for one test, since two services cannot read the same slots. */
const restart = async (
  limits: Partial<RealtimeLimits> = {},
  servesPublicChannels = false,
): Promise<RunningRealtime> => {
  await realtime.stop();
  realtime = await RunningRealtime.start(database, limits, undefined, servesPublicChannels);
  hasDefaultLimits = false;
  // The service first sends again what the one before has not confirmed.
  const client = await join('room', annsToken);
  await settle('room', client);
  client.ws.terminate();
  return realtime;
};

await run(`insert into guests values ('room', '${ann}'), ('room', '${bob}')`);
afterEach(async () => {
  if (!hasDefaultLimits) await restart();
  hasDefaultLimits = true;
});
afterAll(() => realtime.stop());

const ok = { status: 'ok', response: { postgres_changes: [] } };
const wave = (payload: unknown = { hand: 'left' }) => ({
  type: 'broadcast',
  event: 'wave',
  payload,
});

/** Joins a private topic on a new socket. */
const join = async (topic: string, token: string, broadcast: object = {}): Promise<RawClient> => {
  const client = await realtime.connect();
  expect(await client.joinPrivate(topic, token, { broadcast })).toEqual(ok);
  return client;
};

/** Sends a message by SQL and waits for it. All earlier messages to the topic have then arrived. */
const settle = async (topic: string, ...clients: RawClient[]): Promise<void> => {
  const event = `settled ${randomUUID()}`;
  await run(`select realtime.send('{}', '${event}', '${topic}')`);
  await Promise.all(clients.map((client) => client.receiveBroadcast(event)));
};

describe('a private topic', () => {
  it('can only be joined by callers that a policy for select allows', async () => {
    await join('news', 'sb_publishable_test');
    await join('room', annsToken);
    const client = await realtime.connect();
    const unauthorized = (topic: string) =>
      errorReply(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    expect(await client.joinPrivate('room', outsidersToken)).toEqual(unauthorized('room'));
    expect(await client.joinPrivate('room', 'sb_publishable_test')).toEqual(unauthorized('room'));
    expect(await client.joinPrivate('nowhere', annsToken)).toEqual(unauthorized('nowhere'));
    for (const topic of ['a\0b', '\ud800']) {
      expect(await client.joinPrivate(topic, annsToken)).toEqual(
        errorReply('InvalidJoinPayload: unable to parse the payload of the join'),
      );
    }
    expect(await client.joinPrivate(`x'); drop table guests; --`, annsToken)).toMatchObject({
      status: 'error',
    });
  });

  it('cannot be joined if its policy fails', async () => {
    const client = await realtime.connect();
    expect(await client.joinPrivate('broken', annsToken)).toEqual(
      errorReply(
        'Unauthorized: You do not have permissions to read from this Channel topic: broken',
      ),
    );
  });

  it('can be joined without a trace in realtime.messages', async () => {
    await run('delete from realtime.messages');
    await join('room', annsToken);
    expect(await run('select count(*)::int as rows from realtime.messages')).toEqual([{ rows: 0 }]);
  });

  it('can be joined together with changes', async () => {
    const client = await realtime.connect();
    const postgres_changes = [{ event: '*', schema: 'public', table: 'wholes' }];
    expect(await client.joinPrivate('room', annsToken, { postgres_changes })).toMatchObject({
      status: 'ok',
    });
    await client.waitFor(({ payload }) => payload.message === 'Subscribed to PostgreSQL');
    await run(`insert into wholes (id) values (501)`);
    await client.receive(501);
    await settle('room', client);
  });

  it('is separate from the public topic of the same name', async () => {
    const service = await restart({}, true);
    const open = await service.connect();
    expect(await open.request('realtime:room', 'phx_join', { config: {} })).toEqual(ok);
    const closed = await join('room', annsToken);
    await run(`select realtime.send('{"a": 1}', 'secret', 'room')`);
    await run(`select realtime.send('{"a": 1}', 'open', 'room', false)`);
    await open.receiveBroadcast('open');
    await closed.receiveBroadcast('secret');
    await settle('room', closed);
    expect(JSON.stringify(open.broadcasts)).not.toContain('secret');
    expect(JSON.stringify(closed.broadcasts)).not.toContain('"open"');
  });
});

describe('a message by SQL', () => {
  it('reaches only the channels of its topic, with its id', async () => {
    const client = await join('news', annsToken);
    const outside = await join('room', bobsToken);
    await run(`select realtime.send('{"n": 1}', 'posted', 'news')`);
    const message = await client.receiveBroadcast('posted');
    expect(message).toEqual({
      type: 'broadcast',
      event: 'posted',
      payload: { n: 1, id: expect.any(String) },
      meta: { id: expect.any(String), spread_ms: 0 },
    });
    await settle('room', outside);
    expect(outside.broadcasts).toHaveLength(1);
  });

  it('is not sent if its transaction is rolled back', async () => {
    const client = await join('news', annsToken);
    await run(`begin; select realtime.send('{}', 'undone', 'news'); rollback`);
    await settle('news', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('undone');
  });

  it('has the changed row if a trigger sends it by realtime.broadcast_changes', async () => {
    const client = await join('news', 'sb_publishable_test');
    await run(`insert into pairs values (1, 'x', 'first')`);
    expect(await client.receiveBroadcast('INSERT')).toMatchObject({
      payload: {
        operation: 'INSERT',
        table: 'pairs',
        schema: 'public',
        record: { a: 1, b: 'x', note: 'first' },
        old_record: null,
      },
    });
    await run(`delete from pairs where a = 1`);
    expect(await client.receiveBroadcast('DELETE')).toMatchObject({
      payload: { record: null, old_record: { a: 1, b: 'x', note: 'first' } },
    });
  });

  it('arrives in a binary frame if it consists of bytes', async () => {
    const client = await join('news', annsToken);
    await run(`select realtime.send_binary('\\xc0de', 'raw', 'news')`);
    const frame = await client.waitForBinary();
    expect(frame[0]).toBe(4);
    expect(frame.subarray(-2)).toEqual(Buffer.from([0xc0, 0xde]));
    expect(frame.toString('latin1')).toContain('realtime:newsraw');
  });

  it('is not sent if it is too large, and does not delay others', async () => {
    await restart({ broadcastSize: 100 });
    const client = await join('news', annsToken);
    await run(`select realtime.send(jsonb_build_object('x', repeat('x', 200)), 'large', 'news')`);
    await settle('news', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('large');
  });

  it('is not sent if no policy allows its role to write, but its statement succeeds', async () => {
    const client = await join('room', annsToken);
    await run(`
      begin;
      set local role authenticated;
      select set_config('request.jwt.claims', '{"sub": "${outsider}"}', true);
      select realtime.send('{}', 'forged', 'room');
      commit`);
    await settle('room', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('forged');
  });

  it('names the account that caused it, and none for the server', async () => {
    await run(`
      begin;
      select set_config('request.jwt.claims', '{"sub": "${ann}"}', true);
      select realtime.send('{}', 'by ann', 'news');
      commit`);
    await run(`select realtime.send('{}', 'by the server', 'news')`);
    const rows = await run(`
      select event, originator from realtime.messages where event like 'by %' order by event`);
    expect(rows).toEqual([
      { event: 'by ann', originator: ann },
      { event: 'by the server', originator: null },
    ]);
  });

  it('is kept for a day', async () => {
    await run('delete from realtime.messages');
    await run(`
      insert into realtime.messages (topic, extension, event, inserted_at)
      values ('news', 'broadcast', 'old', now() - interval '25 hours'),
        ('news', 'broadcast', 'new', now() - interval '23 hours')`);
    expect(await pruneMessages(database.database.admin)).toBe(1);
    expect(await run('select event from realtime.messages')).toEqual([{ event: 'new' }]);
  });
});

describe('a message by a client', () => {
  it('reaches the other channels of its topic, and with `self` its sender', async () => {
    const sender = await join('room', annsToken);
    const echoing = await join('room', annsToken, { self: true, ack: true });
    const other = await join('room', bobsToken);
    sender.ws.send(JSON.stringify(['1', '9', 'realtime:room', 'broadcast', wave()]));
    expect(await other.receiveBroadcast('wave')).toEqual(wave());
    expect(
      await echoing.request('realtime:room', 'broadcast', { ...wave(), event: 'echo' }),
    ).toEqual({
      status: 'ok',
      response: {},
    });
    expect(await echoing.receiveBroadcast('echo')).toMatchObject({ event: 'echo' });
    await settle('room', sender);
    expect(sender.broadcasts).not.toContainEqual(wave());
    // Without `ack` a message has no reply.
    expect(sender.frames.some(({ ref }) => ref === '9')).toBe(false);
  });

  it('can be JSON or bytes in a binary frame', async () => {
    const sender = await join('room', annsToken);
    const other = await join('room', bobsToken);
    const frame = (encoding: number, payload: string) => {
      const fields = ['1', '9', 'realtime:room', 'wave', ''];
      const lengths = fields.map(({ length }) => length);
      return Buffer.concat([
        Buffer.from([3, ...lengths, encoding]),
        Buffer.from(fields.join('') + payload),
      ]);
    };
    sender.ws.send(frame(1, '{"hand":"right"}'));
    expect(await other.receiveBroadcast('wave')).toEqual(wave({ hand: 'right' }));
    sender.ws.send(frame(0, 'bytes'));
    expect((await other.waitForBinary()).toString('latin1')).toMatch(/wavebytes$/);
    sender.ws.send(frame(1, '{"hand":'));
    expect((await sender.closed).code).toBe(1003);
  });

  it('is rejected unless a policy for insert allows it', async () => {
    const reader = await join('news', annsToken);
    const other = await join('news', bobsToken);
    const reason = 'You do not have permissions to write to this Channel topic: news';
    expect(await reader.request('realtime:news', 'broadcast', wave())).toEqual(
      errorReply(`Unauthorized: ${reason}`),
    );
    expect(reader.systemMessages).toEqual([reason]);
    await settle('news', other);
    expect(other.broadcasts).toHaveLength(1);
  });

  it('is rejected above the rate limit of its account, whose channels stay open', async () => {
    await restart({ broadcastsPerSecond: 2 });
    const sender = await join('room', annsToken, { ack: true });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sender.request('realtime:room', 'broadcast', wave())),
    );
    expect(answers).toContainEqual(errorReply('Too many messages per second'));
    await settle('room', sender);
    const other = await join('room', bobsToken, { ack: true });
    expect(await other.request('realtime:room', 'broadcast', wave())).toMatchObject({
      status: 'ok',
    });
  });

  it('is rejected without an event, and if it is too large', async () => {
    await restart({ broadcastSize: 100 });
    const sender = await join('room', annsToken, { ack: true });
    expect(await sender.request('realtime:room', 'broadcast', { payload: {} })).toMatchObject({
      status: 'error',
    });
    expect(await sender.request('realtime:room', 'broadcast', wave('x'.repeat(200)))).toEqual(
      errorReply('Payload size exceeds the limit'),
    );
    expect(
      await sender.request('realtime:room', 'broadcast', { ...wave(), event: 'é'.repeat(200) }),
    ).toMatchObject({ status: 'error' });
  });
});

describe('a message over HTTP', () => {
  const message = { topic: 'room', event: 'posted', payload: { n: 1 }, private: true };
  const batch = (...messages: object[]) => JSON.stringify({ messages });

  it('reaches the channels of its topic', async () => {
    const client = await join('room', bobsToken);
    expect(await realtime.post('', annsToken, batch(message))).toEqual({ status: 202, body: '' });
    expect(await client.receiveBroadcast('posted')).toMatchObject({ payload: { n: 1 } });
    const path = '/room/events/single?private=true';
    expect((await realtime.post(path, annsToken, '{"n":2}')).status).toBe(202);
    expect(await client.receiveBroadcast('single')).toMatchObject({ payload: { n: 2 } });
    const type = 'application/octet-stream';
    expect((await realtime.post(path, annsToken, Buffer.from('raw'), type)).status).toBe(202);
    expect((await client.waitForBinary()).toString('latin1')).toMatch(/singleraw$/);
    expect(
      (await realtime.post('', 'sb_secret_test', batch({ ...message, event: 'by the server' })))
        .status,
    ).toBe(202);
    await client.receiveBroadcast('by the server');
  });

  it('is not sent if a policy rejects another message of the same request', async () => {
    const client = await join('room', bobsToken);
    const refused = {
      status: 403,
      body: JSON.stringify({
        error: 'Unauthorized: You do not have permissions to write to this Channel topic: news',
      }),
    };
    const both = batch({ ...message, event: 'first' }, { ...message, topic: 'news' });
    expect(await realtime.post('', annsToken, both)).toEqual(refused);
    expect(await realtime.post('/news/events/x?private=true', annsToken, '{}')).toEqual(refused);
    expect((await realtime.post('', outsidersToken, batch(message))).status).toBe(403);
    expect((await realtime.post('', annsToken, batch({ ...message, private: false }))).status).toBe(
      403,
    );
    await settle('room', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('first');
  });

  it.each([
    ['no JSON', '{', 400],
    ['no messages', '{}', 422],
    ['no event', batch({ ...message, event: undefined }), 422],
    ['no payload', batch({ ...message, payload: undefined }), 422],
    ['a topic with a NUL', batch({ ...message, topic: 'a\0b' }), 422],
    ['an overlong event', batch({ ...message, event: 'x'.repeat(300) }), 422],
    ['too many messages', batch(...Array.from({ length: 101 }, () => message)), 422],
    ['a large payload', batch({ ...message, payload: 'x'.repeat(300_000) }), 413],
  ])('is rejected for %s', async (_title, body, status) => {
    expect((await realtime.post('', annsToken, body)).status).toBe(status);
  });

  it('is rejected above the rate limit of its account', async () => {
    const service = await restart({ broadcastsPerSecond: 2 });
    const five = batch(...Array.from({ length: 5 }, () => message));
    expect((await service.post('', annsToken, five)).status).toBe(429);
  });
});

describe('a joined private channel', () => {
  it('is closed when its session ends, and when its token expires', async () => {
    const sub = randomUUID();
    await run(`insert into guests values ('room', '${sub}')`);
    const client = await join('room', tokenOf({ sub }));
    realtime.endSession(sub);
    await client.waitFor(({ event }) => event === 'phx_close');
    expect(client.systemMessages).toEqual(['Session from session_id claim in JWT does not exist']);
    const exp = Math.ceil(Date.now() / 1000) + 1;
    const brief = await join('room', tokenOf({ sub: ann, exp }));
    await brief.waitFor(({ event }) => event === 'phx_close');
    expect(brief.systemMessages).toEqual([expect.stringMatching(/^Token has expired/)]);
    await run(`select realtime.send('{}', 'late', 'room')`);
    await settle('room', await join('room', bobsToken));
    expect([...client.broadcasts, ...brief.broadcasts]).toEqual([]);
  });

  it('is closed at the next verification or renewal of its token if its policy no longer allows it', async () => {
    const sub = randomUUID();
    const invite = () => run(`insert into guests values ('room', '${sub}')`);
    const remove = () => run(`delete from guests where guest = '${sub}'`);
    const reason = 'You do not have permissions to read from this Channel topic: room';
    await invite();
    const renewing = await join('room', tokenOf({ sub }));
    await remove();
    const token = tokenOf({ sub, session_id: 'another' });
    const renewal = ['1', '9', 'realtime:room', 'access_token', { access_token: token }];
    renewing.ws.send(JSON.stringify(renewal));
    await renewing.waitFor(({ event }) => event === 'phx_close');
    expect(renewing.systemMessages).toEqual([reason]);

    await invite();
    await restart({ tokenCheck: 50 });
    const checked = await join('room', tokenOf({ sub }));
    await remove();
    await checked.waitFor(({ event }) => event === 'phx_close');
    expect(checked.systemMessages).toEqual([reason]);
  });

  it('fails if its policies cannot be evaluated, and the client may join again', async () => {
    await restart({ tokenCheck: 50, decisionTime: 200 });
    const client = await join('news', annsToken);
    await run(`create policy "A slow one" on realtime.messages as restrictive for select
      to authenticated using (pg_sleep(60) is not null)`);
    await client.waitFor(({ event }) => event === 'phx_error');
    expect(client.systemMessages).toEqual([
      'Realtime was unable to connect to the project database',
    ]);
    await run('drop policy "A slow one" on realtime.messages');
    await join('news', annsToken);
  });

  it('is closed for a visitor whose policy no longer allows it', async () => {
    await restart({ tokenCheck: 50 });
    const visitor = await join('news', 'sb_publishable_test');
    await run('alter policy "All read the news" on realtime.messages to authenticated');
    await visitor.waitFor(({ event }) => event === 'phx_close');
    await run('alter policy "All read the news" on realtime.messages to anon, authenticated');
    expect(visitor.systemMessages).toEqual([
      'You do not have permissions to read from this Channel topic: news',
    ]);
  });
});

describe('a topic', () => {
  it('is open to everyone as a public topic if the setting allows it', async () => {
    const service = await restart({}, true);
    const [one, other] = [await service.connect(), await service.connect()];
    const config = { broadcast: { ack: true } };
    for (const client of [one, other]) {
      expect(await client.request('realtime:hall', 'phx_join', { config })).toEqual(ok);
    }
    expect(await one.request('realtime:hall', 'broadcast', wave())).toMatchObject({ status: 'ok' });
    expect(await other.receiveBroadcast('wave')).toEqual(wave());
    const body = JSON.stringify({ messages: [{ topic: 'hall', event: 'posted', payload: {} }] });
    expect((await service.post('', 'sb_publishable_test', body)).status).toBe(202);
    await other.receiveBroadcast('posted');
  });

  it('sends a client with `replication_ready` a system message once messages by SQL will reach it', async () => {
    const client = await join('news', annsToken, { replication_ready: true });
    await client.waitFor(({ event }) => event === 'system');
    expect(client.systemMessages).toEqual(['Replication connection established']);
  });
});
