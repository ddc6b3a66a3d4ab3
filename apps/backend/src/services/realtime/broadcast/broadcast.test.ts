import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDatabase } from '../../../database/start.ts';
import type { RealtimeLimits } from '../limits.ts';
import {
  RunningRealtime,
  startTestDatabase,
  tokenOf,
  type RawClient,
} from '../fixtures/running-realtime.ts';
import { pruneMessages } from './prune-messages.ts';

let database: RunningDatabase;
let realtime: RunningRealtime;
let hasUsualLimits = true;
const ann = randomUUID();
const bob = randomUUID();
const stranger = randomUUID();
const annsToken = tokenOf({ sub: ann });
const bobsToken = tokenOf({ sub: bob });
const strangersToken = tokenOf({ sub: stranger });

const run = (text: string) => database.database.admin.unsafe(text);

/** Replaces the service for one test: two of them cannot read the same slots. */
const restart = async (
  limits: Partial<RealtimeLimits> = {},
  servesPublicChannels = false,
): Promise<RunningRealtime> => {
  await realtime.stop();
  realtime = await RunningRealtime.start(database, limits, undefined, servesPublicChannels);
  hasUsualLimits = false;
  return realtime;
};

beforeAll(async () => {
  database = await startTestDatabase();
  await run(`insert into guests values ('room', '${ann}'), ('room', '${bob}')`);
  realtime = await RunningRealtime.start(database);
});
afterEach(async () => {
  if (!hasUsualLimits) await restart();
  hasUsualLimits = true;
});
afterAll(async () => {
  await realtime?.stop();
  await database?.stop();
});

const ok = { status: 'ok', response: { postgres_changes: [] } };
const refusedWith = (reason: unknown) => ({ status: 'error', response: { reason } });
const wave = (payload: unknown = { hand: 'left' }) => ({
  type: 'broadcast',
  event: 'wave',
  payload,
});

/** Joins a private topic with a socket of its own. */
const join = async (topic: string, token: string, broadcast: object = {}): Promise<RawClient> => {
  const client = await realtime.connect();
  expect(await client.joinPrivate(topic, token, { broadcast })).toEqual(ok);
  return client;
};

/** Sends a message by SQL and waits for it: all that was sent to the topic before has arrived then. */
const settle = async (topic: string, ...clients: RawClient[]): Promise<void> => {
  const event = `settled ${randomUUID()}`;
  await run(`select realtime.send('{}', '${event}', '${topic}')`);
  await Promise.all(clients.map((client) => client.hearsBroadcast(event)));
};

const said = (client: RawClient) =>
  client.frames.filter(({ event }) => event === 'system').map(({ payload }) => payload.message);

describe('a private topic', () => {
  it('is joined by those whom a policy for select lets read it, and by nobody else', async () => {
    await join('news', 'sb_publishable_test');
    await join('room', annsToken);
    const client = await realtime.connect();
    const unauthorized = (topic: string) =>
      refusedWith(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    expect(await client.joinPrivate('room', strangersToken)).toEqual(unauthorized('room'));
    expect(await client.joinPrivate('room', 'sb_publishable_test')).toEqual(unauthorized('room'));
    expect(await client.joinPrivate('nowhere', annsToken)).toEqual(unauthorized('nowhere'));
    for (const topic of ['a\0b', '\ud800']) {
      expect(await client.joinPrivate(topic, annsToken)).toEqual(
        refusedWith('InvalidJoinPayload: unable to parse the payload of the join'),
      );
    }
    expect(await client.joinPrivate(`x'); drop table guests; --`, annsToken)).toMatchObject({
      status: 'error',
    });
  });

  it('is refused where its policy fails', async () => {
    const client = await realtime.connect();
    expect(await client.joinPrivate('broken', annsToken)).toEqual(
      refusedWith(
        'Unauthorized: You do not have permissions to read from this Channel topic: broken',
      ),
    );
  });

  it('leaves no rows and no settings behind when it is joined', async () => {
    await run('delete from realtime.messages');
    await join('room', annsToken);
    expect(await run('select count(*)::int as rows from realtime.messages')).toEqual([{ rows: 0 }]);
  });

  it('may be joined together with changes', async () => {
    const client = await realtime.connect();
    const postgres_changes = [{ event: '*', schema: 'public', table: 'wholes' }];
    expect(await client.joinPrivate('room', annsToken, { postgres_changes })).toMatchObject({
      status: 'ok',
    });
    await client.until(({ payload }) => payload.message === 'Subscribed to PostgreSQL');
    await run(`insert into wholes (id) values (501)`);
    await client.hears(501);
    await settle('room', client);
  });

  it('is another topic than the public one of the same name', async () => {
    const service = await restart({}, true);
    const open = await service.connect();
    expect(await open.ask('realtime:room', 'phx_join', { config: {} })).toEqual(ok);
    const closed = await join('room', annsToken);
    await run(`select realtime.send('{"a": 1}', 'secret', 'room')`);
    await run(`select realtime.send('{"a": 1}', 'open', 'room', false)`);
    await open.hearsBroadcast('open');
    await closed.hearsBroadcast('secret');
    await settle('room', closed);
    expect(JSON.stringify(open.broadcasts)).not.toContain('secret');
    expect(JSON.stringify(closed.broadcasts)).not.toContain('"open"');
  });
});

describe('a message by SQL', () => {
  it('reaches the channels of its topic alone, with its id', async () => {
    const client = await join('news', annsToken);
    const outside = await join('room', bobsToken);
    await run(`select realtime.send('{"n": 1}', 'told', 'news')`);
    const message = await client.hearsBroadcast('told');
    expect(message).toEqual({
      type: 'broadcast',
      event: 'told',
      payload: { n: 1, id: expect.any(String) },
      meta: { id: expect.any(String), spread_ms: 0 },
    });
    await settle('room', outside);
    expect(outside.broadcasts).toHaveLength(1);
  });

  it('is sent when its transaction is committed, and not when it is rolled back', async () => {
    const client = await join('news', annsToken);
    await run(`begin; select realtime.send('{}', 'undone', 'news'); rollback`);
    await settle('news', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('undone');
  });

  it('tells of a changed row by a trigger with realtime.broadcast_changes', async () => {
    const client = await join('news', 'sb_publishable_test');
    await run(`insert into pairs values (1, 'x', 'first')`);
    expect(await client.hearsBroadcast('INSERT')).toMatchObject({
      payload: {
        operation: 'INSERT',
        table: 'pairs',
        schema: 'public',
        record: { a: 1, b: 'x', note: 'first' },
        old_record: null,
      },
    });
    await run(`delete from pairs where a = 1`);
    expect(await client.hearsBroadcast('DELETE')).toMatchObject({
      payload: { record: null, old_record: { a: 1, b: 'x', note: 'first' } },
    });
  });

  it('may be bytes, which come in a binary frame', async () => {
    const client = await join('news', annsToken);
    await run(`select realtime.send_binary('\\xc0de', 'raw', 'news')`);
    const frame = await client.untilBinary();
    expect(frame[0]).toBe(4);
    expect(frame.subarray(-2)).toEqual(Buffer.from([0xc0, 0xde]));
    expect(frame.toString('latin1')).toContain('realtime:newsraw');
  });

  it('that is too large is not sent, and holds nothing up', async () => {
    await restart({ broadcastSize: 100 });
    const client = await join('news', annsToken);
    await run(`select realtime.send(jsonb_build_object('x', repeat('x', 200)), 'large', 'news')`);
    await settle('news', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('large');
  });

  it('by a role that no policy lets write is not sent, and does not fail its statement', async () => {
    const client = await join('room', annsToken);
    await run(`
      begin;
      set local role authenticated;
      select set_config('request.jwt.claims', '{"sub": "${stranger}"}', true);
      select realtime.send('{}', 'forged', 'room');
      commit`);
    await settle('room', client);
    expect(JSON.stringify(client.broadcasts)).not.toContain('forged');
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
  it('reaches the others of a topic that its sender may write to, and with `self` the sender', async () => {
    const sender = await join('room', annsToken);
    const echoing = await join('room', annsToken, { self: true, ack: true });
    const other = await join('room', bobsToken);
    sender.ws.send(JSON.stringify(['1', '9', 'realtime:room', 'broadcast', wave()]));
    expect(await other.hearsBroadcast('wave')).toEqual(wave());
    expect(await echoing.ask('realtime:room', 'broadcast', { ...wave(), event: 'echo' })).toEqual({
      status: 'ok',
      response: {},
    });
    expect(await echoing.hearsBroadcast('echo')).toMatchObject({ event: 'echo' });
    await settle('room', sender);
    expect(sender.broadcasts).not.toContainEqual(wave());
    // Without `ack` a message has no answer.
    expect(sender.frames.some(({ ref }) => ref === '9')).toBe(false);
  });

  it('in a binary frame may be JSON or bytes', async () => {
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
    expect(await other.hearsBroadcast('wave')).toEqual(wave({ hand: 'right' }));
    sender.ws.send(frame(0, 'bytes'));
    expect((await other.untilBinary()).toString('latin1')).toMatch(/wavebytes$/);
    sender.ws.send(frame(1, '{"hand":'));
    expect((await sender.closed).code).toBe(1003);
  });

  it('is refused where no policy for insert allows it', async () => {
    const reader = await join('news', annsToken);
    const other = await join('news', bobsToken);
    const reason = 'You do not have permissions to write to this Channel topic: news';
    expect(await reader.ask('realtime:news', 'broadcast', wave())).toEqual(
      refusedWith(`Unauthorized: ${reason}`),
    );
    expect(said(reader)).toEqual([reason]);
    await settle('news', other);
    expect(other.broadcasts).toHaveLength(1);
  });

  it('is refused beyond the rate of its account, whose channels stay open', async () => {
    await restart({ broadcastsPerSecond: 2 });
    const sender = await join('room', annsToken, { ack: true });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sender.ask('realtime:room', 'broadcast', wave())),
    );
    expect(answers).toContainEqual(refusedWith('Too many messages per second'));
    await settle('room', sender);
    const other = await join('room', bobsToken, { ack: true });
    expect(await other.ask('realtime:room', 'broadcast', wave())).toMatchObject({ status: 'ok' });
  });

  it('is refused without an event, and where it is too large', async () => {
    await restart({ broadcastSize: 100 });
    const sender = await join('room', annsToken, { ack: true });
    expect(await sender.ask('realtime:room', 'broadcast', { payload: {} })).toMatchObject({
      status: 'error',
    });
    expect(await sender.ask('realtime:room', 'broadcast', wave('x'.repeat(200)))).toEqual(
      refusedWith('Payload size exceeds the limit'),
    );
    expect(
      await sender.ask('realtime:room', 'broadcast', { ...wave(), event: 'é'.repeat(200) }),
    ).toMatchObject({ status: 'error' });
  });
});

describe('a message over HTTP', () => {
  const message = { topic: 'room', event: 'posted', payload: { n: 1 }, private: true };
  const batch = (...messages: object[]) => JSON.stringify({ messages });

  it('reaches the channels of a topic that its sender may write to', async () => {
    const client = await join('room', bobsToken);
    expect(await realtime.post('', annsToken, batch(message))).toEqual({ status: 202, body: '' });
    expect(await client.hearsBroadcast('posted')).toMatchObject({ payload: { n: 1 } });
    const path = '/room/events/single?private=true';
    expect((await realtime.post(path, annsToken, '{"n":2}')).status).toBe(202);
    expect(await client.hearsBroadcast('single')).toMatchObject({ payload: { n: 2 } });
    const type = 'application/octet-stream';
    expect((await realtime.post(path, annsToken, Buffer.from('raw'), type)).status).toBe(202);
    expect((await client.untilBinary()).toString('latin1')).toMatch(/singleraw$/);
    expect(
      (await realtime.post('', 'sb_secret_test', batch({ ...message, event: 'by the server' })))
        .status,
    ).toBe(202);
    await client.hearsBroadcast('by the server');
  });

  it('is refused where no policy allows one of its messages, and none of them is sent', async () => {
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
    expect((await realtime.post('', strangersToken, batch(message))).status).toBe(403);
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
    ['a topic that is no text', batch({ ...message, topic: 'a\0b' }), 422],
    ['an overlong event', batch({ ...message, event: 'x'.repeat(300) }), 422],
    ['too many messages', batch(...Array.from({ length: 101 }, () => message)), 422],
    ['a large payload', batch({ ...message, payload: 'x'.repeat(300_000) }), 413],
  ])('is refused with %s', async (_what, body, status) => {
    expect((await realtime.post('', annsToken, body)).status).toBe(status);
  });

  it('is refused beyond the rate of its account', async () => {
    const service = await restart({ broadcastsPerSecond: 2 });
    const five = batch(...Array.from({ length: 5 }, () => message));
    expect((await service.post('', annsToken, five)).status).toBe(429);
  });
});

describe('the end of a private channel', () => {
  it('comes with the end of its session, and with the expiry of its token', async () => {
    const sub = randomUUID();
    await run(`insert into guests values ('room', '${sub}')`);
    const client = await join('room', tokenOf({ sub }));
    realtime.endSession(sub);
    await client.until(({ event }) => event === 'phx_close');
    expect(said(client)).toEqual(['Session from session_id claim in JWT does not exist']);
    const exp = Math.ceil(Date.now() / 1000) + 1;
    const brief = await join('room', tokenOf({ sub: ann, exp }));
    await brief.until(({ event }) => event === 'phx_close');
    expect(said(brief)).toEqual([expect.stringMatching(/^Token has expired/)]);
    await run(`select realtime.send('{}', 'late', 'room')`);
    await settle('room', await join('room', bobsToken));
    expect([...client.broadcasts, ...brief.broadcasts]).toEqual([]);
  });

  it('comes when its policy no longer allows it, at the next verification or renewal of the token', async () => {
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
    await renewing.until(({ event }) => event === 'phx_close');
    expect(said(renewing)).toEqual([reason]);

    await invite();
    await restart({ tokenCheck: 50 });
    const checked = await join('room', tokenOf({ sub }));
    await remove();
    await checked.until(({ event }) => event === 'phx_close');
    expect(said(checked)).toEqual([reason]);
  });

  it('is no end for good when the policies cannot be asked: the client may join again', async () => {
    await restart({ tokenCheck: 50, decisionTime: 200 });
    const client = await join('news', annsToken);
    await run(`create policy "A slow one" on realtime.messages as restrictive for select
      to authenticated using (pg_sleep(60) is not null)`);
    await client.until(({ event }) => event === 'phx_error');
    expect(said(client)).toEqual(['Realtime was unable to connect to the project database']);
    await run('drop policy "A slow one" on realtime.messages');
    await join('news', annsToken);
  });

  it('comes to visitors, too, when their policy no longer allows it', async () => {
    await restart({ tokenCheck: 50 });
    const visitor = await join('news', 'sb_publishable_test');
    await run('alter policy "All read the news" on realtime.messages to authenticated');
    await visitor.until(({ event }) => event === 'phx_close');
    await run('alter policy "All read the news" on realtime.messages to anon, authenticated');
    expect(said(visitor)).toEqual([
      'You do not have permissions to read from this Channel topic: news',
    ]);
  });
});

describe('a public topic', () => {
  it('is open to all where the setting says so', async () => {
    const service = await restart({}, true);
    const [one, other] = [await service.connect(), await service.connect()];
    const config = { broadcast: { ack: true } };
    for (const client of [one, other]) {
      expect(await client.ask('realtime:hall', 'phx_join', { config })).toEqual(ok);
    }
    expect(await one.ask('realtime:hall', 'broadcast', wave())).toMatchObject({ status: 'ok' });
    expect(await other.hearsBroadcast('wave')).toEqual(wave());
    const body = JSON.stringify({ messages: [{ topic: 'hall', event: 'posted', payload: {} }] });
    expect((await service.post('', 'sb_publishable_test', body)).status).toBe(202);
    await other.hearsBroadcast('posted');
  });

  it('tells a client that asks for it when messages by SQL will reach it', async () => {
    const client = await join('news', annsToken, { replication_ready: true });
    await client.until(({ event }) => event === 'system');
    expect(said(client)).toEqual(['Replication connection established']);
  });
});
