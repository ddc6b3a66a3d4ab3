import { randomUUID } from 'node:crypto';
import { Authenticator } from '@undertone/test-support/authenticator';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, titles, type Listener } from './fixtures/listen.ts';
import { join, signIn } from './fixtures/member.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { frameOf, opcodes, WireSocket } from './fixtures/wire-socket.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
let owner: Person;
let other: Person;

beforeAll(async () => {
  [owner, other] = await Promise.all([signUp(backend, 'owner'), signUp(backend, 'other')]);
});

const drops = { table: 'voice_drops', event: 'INSERT' as const };

const until = (listener: Listener, title: string) =>
  expect.poll(() => titles(listener), { timeout: 20_000 }).toContain(title);

const open = () =>
  new WireSocket(backend.url, `/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`);

const tokenOf = async ({ client }: Person): Promise<string> => {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
};

const message = (topic: string, event: string, payload: unknown = {}, ref = randomUUID()) => ({
  ref,
  text: JSON.stringify([ref, ref, topic, event, payload]),
});

/** Sends a message, and returns the server's answer. */
const ask = async (socket: WireSocket, topic: string, event: string, payload: unknown = {}) => {
  const { ref, text } = message(topic, event, payload);
  socket.send(text);
  const answer = await socket.until((text) => text.includes(`"${ref}","${ref}"`));
  const [, , , , reply]: unknown[] = JSON.parse(answer ?? '[]');
  return reply;
};

const bindings = (...postgres_changes: object[]) => ({ config: { postgres_changes } });

const ok = expect.objectContaining({ status: 'ok' });

const allDrops = bindings({ event: '*', schema: 'public', table: 'voice_drops' });

describe('a frame that violates the protocol', () => {
  const heartbeat = '[null,"1","phoenix","heartbeat",{}]';

  it.each<[what: string, bytes: Buffer, code: number]>([
    ['not masked', frameOf(heartbeat, { isMasked: false }), 1002],
    ['with reserved bits', frameOf(heartbeat, { reserved: 7 }), 1002],
    ['of an unknown kind', frameOf(heartbeat, { opcode: 5 }), 1002],
    ['that continue no message', frameOf(heartbeat, { opcode: opcodes.continuation }), 1002],
    ['of control, fragmented', frameOf('x', { opcode: opcodes.ping, isLast: false }), 1002],
    ['of control, too long', frameOf('x'.repeat(200), { opcode: opcodes.ping }), 1002],
    ['that are no UTF-8', frameOf(Buffer.from([0xff, 0xfe])), 1007],
    ['that state an enormous length', frameOf('', { length: 2 ** 40 }), 1009],
    ['that are too large', frameOf('x'.repeat(300 * 1024)), 1009],
    ['that are no JSON', frameOf('{'), 1003],
    ['that are empty', frameOf(''), 1003],
    ['of another serializer', frameOf('{"topic":"x","event":"y","payload":{}}'), 1003],
    ['with a reference of a kilobyte', frameOf(`[null,"${'1'.repeat(1024)}","a","b",{}]`), 1003],
    ['with deeply nested JSON', frameOf('['.repeat(100_000)), 1003],
    ['in binary without a meaning', frameOf(Buffer.alloc(64, 7), { opcode: opcodes.binary }), 1003],
    [
      'in binary that ends within its header',
      frameOf(Buffer.from([3, 200]), { opcode: opcodes.binary }),
      1003,
    ],
  ])('closes its own socket with the matching code: %s', async (_what, bytes, code) => {
    const [socket, bystander] = [open(), open()];
    expect([await socket.status, await bystander.status]).toEqual([101, 101]);
    socket.write(bytes);
    expect(await socket.closed).toBe(code);
    expect(await ask(bystander, 'realtime:x', 'phx_join', allDrops)).toEqual(ok);
    await bystander.end();
  });
});

it('a fragmented message with control frames between is read, and one beyond the size limit closes the socket', async () => {
  const { ref, text } = message('realtime:x', 'phx_join', allDrops);
  const [socket, endless] = [open(), open()];
  socket.send(text.slice(0, 20), { isLast: false });
  socket.send('here', { opcode: opcodes.ping });
  socket.send(text.slice(20), { opcode: opcodes.continuation });
  expect(await socket.until((text) => text.includes(ref))).toContain('"status":"ok"');
  await socket.end();

  await endless.status;
  endless.send('x', { isLast: false });
  for (let count = 0; count < 400 && endless.isOpen; count += 1) {
    endless.send('x'.repeat(1024), { opcode: opcodes.continuation, isLast: false });
  }
  expect(await endless.closed).toBe(1009);
});

it('a socket that sends thousands of joins is closed, and others keep receiving changes', async () => {
  const listener = await listen(other.client, drops);
  const socket = open();
  await socket.status;
  for (let count = 0; count < 3000 && socket.isOpen; count += 1) {
    socket.send(message(`realtime:${count}`, 'phx_join', allDrops).text);
  }
  expect(await socket.closed).toBe(1008);
  await postDrop(owner, { title: 'in spite of it' });
  await until(listener, 'in spite of it');
});

describe('a topic', () => {
  it.each([
    '__proto__',
    'constructor',
    'x'.repeat(200),
    '\u0000',
    '\u202e😀',
    '\ud800',
    "'; drop table x; --",
  ])('may have any name: %j', async (name) => {
    const socket = open();
    const topic = `realtime:${name}`;
    expect(await ask(socket, topic, 'phx_join', allDrops)).toEqual(ok);
    expect(await ask(socket, topic, 'phx_leave')).toEqual(ok);
    await socket.end();
  });

  it.each(['phoenix', 'realtime:', '__proto__', '', `realtime:${'x'.repeat(5000)}`])(
    'is refused when its name is not valid: %j',
    async (topic) => {
      const socket = open();
      expect(await ask(socket, topic.slice(0, 300), 'phx_join')).toMatchObject({ status: 'error' });
      await socket.end();
    },
  );

  it('of one name has independent channels on two sockets', async () => {
    const listener = await listen(owner.client, drops);
    const socket = open();
    const { topic } = listener.channel;
    expect(await ask(socket, topic, 'phx_leave')).toEqual(ok);
    expect(await ask(socket, topic, 'access_token', { access_token: 'x' })).toMatchObject({
      response: { reason: 'unmatched topic' },
    });
    expect(
      await ask(socket, topic, 'phx_join', {
        ...allDrops,
        access_token: await tokenOf(other),
      }),
    ).toEqual(ok);
    await postDrop(owner, { title: 'mine alone', privacy_level: 'private' });
    await postDrop(owner, { title: 'ours' });
    await until(listener, 'ours');
    expect(titles(listener)).toEqual(['mine alone', 'ours']);
    const change = await socket.until(
      (text) => text.includes('"title": "ours"') || text.includes('"title":"ours"'),
    );
    expect(change).toBeDefined();
    expect(socket.messages.join()).not.toContain('mine alone');
    await socket.end();
  });
});

describe('a subscription to a table that is not published', () => {
  it.each([
    ['auth', 'users'],
    ['auth', '*'],
    ['storage', 'objects'],
    ['private', 'plays'],
    ['realtime', '*'],
    ['public', 'reports'],
    ['public', 'blocks'],
    ['public', 'bookmarks'],
    ['pg_catalog', 'pg_authid'],
    ['public"; drop schema public; --', 'voice_drops'],
  ])('receives no changes: %s.%s', async (schema, table) => {
    const socket = open();
    const access_token = await tokenOf(other);
    const binding = bindings({ event: '*', schema, table });
    expect(await ask(socket, 'realtime:x', 'phx_join', { ...binding, access_token })).toEqual(ok);
    const message = await socket.until((text) => text.includes('"system"'));
    expect(message).toContain('Unable to subscribe to changes');
    await socket.end();
  });

  it('does not receive its changes through a subscription to all tables', async () => {
    const socket = open();
    const access_token = await tokenOf(other);
    const binding = bindings({ event: '*', schema: '*', table: '*' });
    await ask(socket, 'realtime:x', 'phx_join', { ...binding, access_token });
    await socket.until((text) => text.includes('Subscribed to PostgreSQL'));
    const bookmark = { user_id: other.id, voice_drop_id: await postDrop(owner, { title: 'one' }) };
    await other.client.from('bookmarks').insert(bookmark).throwOnError();
    await postDrop(owner, { title: 'two' });
    await socket.until((text) => text.includes('"two"'));
    const tables = socket.messages.flatMap((text) => /"table": ?"(\w+)"/.exec(text)?.[1] ?? []);
    expect(new Set(tables.filter((table) => table !== ''))).toEqual(new Set(['voice_drops']));
    await socket.end();
  });
});

it('a lone surrogate is refused anywhere in a message, and the socket stays open', async () => {
  const half = '\ud800';
  const onDrops = { event: '*', schema: 'public', table: 'voice_drops' };
  const wrongBindings = [
    { ...onDrops, filter: `title=eq.${half}` },
    { ...onDrops, filter: `title=in.(a,${half})` },
    { ...onDrops, filter: `${half}=eq.a` },
    { ...onDrops, select: [half] },
    { ...onDrops, schema: half },
    { ...onDrops, table: half },
  ];
  const socket = open();
  for (const [number, binding] of wrongBindings.entries()) {
    const topic = `realtime:${number}`;
    expect(await ask(socket, topic, 'phx_join', bindings(binding))).toEqual(ok);
    const message = await socket.until((text) => text.includes('"system"') && text.includes(topic));
    expect(message).toMatch(/not valid Unicode text|No subscription params provided/);
  }
  const access_token = half;
  expect(
    await ask(socket, 'realtime:token', 'phx_join', { ...allDrops, access_token }),
  ).toMatchObject({
    status: 'error',
    response: { reason: expect.stringContaining('MalformedJWT') },
  });
  expect(await ask(socket, 'realtime:x', 'phx_join', allDrops)).toEqual(ok);
  await socket.end();
});

describe('a filter on rows of another account', () => {
  // A regular expression that is slow on titles that begin with P, if the server evaluates regular expressions.
  const filters = [
    String.raw`title=match.^P(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)\8\7\6\5\4\3\2\1x`,
    'title=like.P%',
    'title=not.like.P%',
    'title=gt.P',
    'title=lt.Q',
    'is_flagged=is.null',
    `title=ilike.${'%a'.repeat(20)}`,
  ];

  /** The messages to a visitor and a stranger while a drop with the title is posted and removed. */
  const listenWhile = async (title: string): Promise<string[]> => {
    const sockets = [open(), open()];
    const tokens = [null, await tokenOf(other)];
    for (const [number, socket] of sockets.entries()) {
      for (const [place, filter] of filters.entries()) {
        const binding = { event: '*', schema: 'public', table: 'voice_drops' };
        const join = bindings({ ...binding, filter: `user_id=eq.${owner.id},${filter}` });
        const access_token = tokens[number];
        await ask(socket, `realtime:${place}`, 'phx_join', { ...join, access_token });
        await socket.until((text) => text.includes('"system"') && text.includes(`:${place}"`));
      }
    }
    const before = sockets.map((socket) => socket.messages.length);
    const listener = await listen(owner.client, drops);
    await postDrop(owner, { title, privacy_level: 'private' });
    await until(listener, title);
    // Messages about the later drop arrive after all messages about the other.
    await postDrop(owner, { title: 'P for all' });
    await Promise.all(sockets.map((socket) => socket.until((text) => text.includes('P for all'))));
    return sockets.flatMap((socket, number) =>
      socket.messages
        .slice(before[number])
        .filter((text) => !text.includes('P for all'))
        .map((text) => text.replaceAll(/"[\w-]{36}"/g, '"…"')),
    );
  };

  it('sends no private rows to visitors and strangers, whether it matches or not', async () => {
    const tail = `${'a'.repeat(45)}x`;
    const received = [await listenWhile(`P${tail}`), await listenWhile(`Q${tail}`)];
    expect(received).toEqual([[], []]);
  });

  it('may not be a regular expression', async () => {
    for (const filter of ['title=match.^P', 'title=imatch.^p', 'title=not.match.^P']) {
      const { systemMessages } = await listen(visit(backend), { table: 'voice_drops', filter });
      expect(systemMessages).toEqual([
        expect.stringMatching(/operator `i?match` is not served here/),
      ]);
    }
  });
});

it('one client’s twenty thousand filters on five sockets do not delay others', async () => {
  const listener = await listen(other.client, drops);
  const sockets = Array.from({ length: 5 }, open);
  const ilike = (number: number) => ({
    event: '*',
    schema: 'public',
    table: 'voice_drops',
    filter: `title=ilike.%${number}%`,
  });
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      const replies: unknown[] = [];
      for (let channel = 0; channel < 40; channel += 1) {
        const wrongBindings = Array.from({ length: 100 }, (_, place) =>
          ilike(channel * 100 + place),
        );
        replies.push(
          await ask(socket, `realtime:${channel}`, 'phx_join', bindings(...wrongBindings)),
        );
      }
      return replies;
    }),
  );
  const refused = {
    status: 'error',
    response: { reason: expect.stringContaining('Too many postgres_changes and filters') },
  };
  expect(answers.map((replies) => replies.at(-1))).toEqual(answers.map(() => refused));
  await postDrop(owner, { title: 'beside them' });
  await until(listener, 'beside them');
  await Promise.all(sockets.map((socket) => socket.end()));
});

describe('an open channel', () => {
  it('receives nothing after it was removed', async () => {
    const listener = await listen(other.client, drops);
    const bystander = await listen(owner.client, drops);
    expect(await other.client.removeChannel(listener.channel)).toBe('ok');
    await postDrop(owner, { title: 'for other subscribers' });
    await until(bystander, 'for other subscribers');
    expect(titles(listener)).toEqual([]);
  });

  it('receives nothing from an account that blocks its subscriber', async () => {
    const nuisance = await signUp(backend, 'nuisance');
    const listener = await listen(nuisance.client, drops);
    await postDrop(owner, { title: 'before the block' });
    await until(listener, 'before the block');
    const block = { blocker_id: owner.id, blocked_id: nuisance.id };
    await owner.client.from('blocks').insert(block).throwOnError();
    await postDrop(owner, { title: 'after the block' });
    await postDrop(other, { title: 'from somebody else' });
    await until(listener, 'from somebody else');
    expect(titles(listener)).toEqual(['before the block', 'from somebody else']);
  });

  it('receives nothing from the moment its account has a second factor until the session uses it', async () => {
    const member = await join(backend);
    const { mfa } = member.client.auth;
    const { data } = await mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    const thief = await signIn(backend, member);
    const listener = await listen(thief.client, drops);
    await postDrop(owner, { title: 'before the factor' });
    await until(listener, 'before the factor');
    const code = new Authenticator(data!.totp.secret).next();
    await mfa.challengeAndVerify({ factorId: data!.id, code });
    await expect.poll(() => listener.states, { timeout: 20_000 }).toContain('CLOSED');

    const late = await signIn(backend, member);
    const again = await listen(late.client, drops);
    const bystander = await listen(other.client, drops);
    await postDrop(owner, { title: 'after the factor' });
    await until(bystander, 'after the factor');
    await late.client.realtime.setAuth();
    expect([titles(listener), titles(again)]).toEqual([['before the factor'], []]);
  });
});
