// node apps/backend/bench/flood.bench.ts
// Times how long another person's post takes to reach every subscriber, and another person's reads, alone
// and while one account changes, likes and deletes as fast as its 4 connections can. Fails if a post takes
// more than a second at the 95th percentile, or if reads take more than three times as long.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp, type Account } from './account.ts';
import { median, percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report } from '../../../scripts/lib/bench/report.ts';

const SOCKETS = 300;
/** Accounts of the sockets. */
const LISTENERS = 10;
const FLOOD_CONNECTIONS = 4;
/** Drops that the flooding account changes, and that it deletes one by one in each round. */
const CHANGED_DROPS = 30;
const DELETED_DROPS = 100;
const NOTIFICATIONS = 500;
/** Both cases alternate, since a machine's speed varies during a run. */
const ROUNDS = 3;
const POSTS = 12;
/** Between two posts, ms. */
const POST_PAUSE = 500;
/** The maximum time of a post to all sockets, ms. */
const MAX_DELIVERY = 1000;
/** The maximum ratio of a read beside the flood and alone. */
const MAX_RATIO = 3;
/** How long the bench waits for a post, ms. */
const TIMEOUT = 60_000;

// With the rates of a new installation, which tests do not have.
const backend = await startBackend({
  env: { ...allocatorSettings, TRUSTED_PROXIES: '127.0.0.1', REQUESTS_PER_MINUTE: '' },
});
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
const sockets: WebSocket[] = [];

interface Client extends Account {
  readonly address: string;
}

let addresses = 0;

async function join(name: string): Promise<Client> {
  const address = `192.0.2.${(addresses += 1)}`;
  return { ...(await signUp(backend, name, { 'x-forwarded-for': address })), address };
}

const headersOf = ({ publishableKey }: TestBackend, { accessToken, address }: Client) => ({
  apikey: publishableKey,
  authorization: `Bearer ${accessToken}`,
  'content-type': 'application/json',
  'x-forwarded-for': address,
});

const statuses = new Map<number, number>();

async function send(client: Client, method: string, path: string, body?: object) {
  const response = await fetch(`${backend.url}/rest/v1/${path}`, {
    method,
    headers: headersOf(backend, client),
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** How many clips an account stores before it posts them: fewer than may be unused. */
const CLIPS = 20;

/** Posts drops of an account, without their audio. @returns their ids */
async function post(account: string, count: number): Promise<string[]> {
  if (count > CLIPS)
    return [...(await post(account, CLIPS)), ...(await post(account, count - CLIPS))];
  await sql`
    insert into storage.objects (bucket_id, name, metadata)
    select 'voice-drops', ${account} || '/' || gen_random_uuid() || '.mp3',
      '{"mimetype": "audio/mpeg", "size": 1000}'
    from generate_series(1, ${count}::int)`;
  const drops = await sql<{ id: string }[]>`
    insert into voice_drops (user_id, title, audio_url, duration)
    select ${account}, 'A drop', '/storage/v1/object/voice-drops/' || name, 5
    from storage.objects
    where bucket_id = 'voice-drops' and name like ${account} || '/%'
      and not exists (select from voice_drops where audio_path = name)
    returning id`;
  return drops.map(({ id }) => id);
}

/** How many sockets have received each drop, and when the last of them did. */
const receipts = new Map<string, { sockets: number; at: number }>();
let received = 0;

function onMessage(data: Buffer): void {
  const at = performance.now();
  received += 1;
  if (!data.includes('"posted"')) return;
  const [, , , event, payload] = JSON.parse(data.toString());
  if (event !== 'broadcast' || payload.event !== 'posted') return;
  const { id } = payload.payload;
  receipts.set(id, { sockets: (receipts.get(id)?.sockets ?? 0) + 1, at });
}

/** Subscribes as a page does, to the topic of public drops, to other drops, and to notifications. */
async function subscribe({ accessToken, address, id }: Client): Promise<void> {
  const { url, publishableKey } = backend;
  const path = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket`;
  const socket = new WebSocket(`${path}?apikey=${publishableKey}&vsn=2.0.0`, {
    headers: { 'x-forwarded-for': address },
  });
  sockets.push(socket);
  await once(socket, 'open');
  const ready = Promise.withResolvers<void>();
  let joined = 0;
  socket.on('message', (data: Buffer) => {
    if (joined === 3) {
      onMessage(data);
      return;
    }
    const text = data.toString();
    if (text.includes('"Subscribed to PostgreSQL"') || text.startsWith('["drops","drops"'))
      joined += 1;
    if (joined === 3) ready.resolve();
  });
  const enter = (ref: string, config: object) => {
    const payload = { config, access_token: accessToken };
    socket.send(JSON.stringify([ref, ref, `realtime:${ref}`, 'phx_join', payload]));
  };
  enter('drops', { private: true });
  for (const [table, filter] of [
    ['nonpublic_drop_events', undefined],
    ['notifications', `recipient_id=eq.${id}`],
  ]) {
    enter(table!, {
      postgres_changes: [{ event: '*', schema: 'public', table, ...(filter && { filter }) }],
    });
  }
  await ready.promise;
}

/** Posts drops and waits until all sockets have received them. @returns the time of each, ms */
async function timePosts(poster: Client): Promise<number[]> {
  const started = new Map<string, number>();
  for (let number = 0; number < POSTS; number += 1) {
    const now = performance.now();
    const [id = ''] = await post(poster.id, 1);
    started.set(id, now);
    await delay(POST_PAUSE);
  }
  const deadline = performance.now() + TIMEOUT;
  const isComplete = () => [...started.keys()].every((id) => receipts.get(id)?.sockets === SOCKETS);
  while (!isComplete() && performance.now() < deadline) await delay(20);
  return [...started].map(([id, from]) => {
    const receipt = receipts.get(id);
    return receipt?.sockets === SOCKETS ? receipt.at - from : Infinity;
  });
}

/** Reads the feed in a process of its own until the end. @returns the time of each read, ms */
async function timeReads(reader: Client, end: AbortSignal): Promise<number[]> {
  const child = fork(new URL('read-feed.ts', import.meta.url), [
    backend.url,
    JSON.stringify(headersOf(backend, reader)),
  ]);
  await once(end, 'abort');
  child.send('end');
  const [times] = await once(child, 'message');
  return times;
}

/** What the account repeats on its connections, each in its own order. */
function actsOf(flooder: Client, drops: readonly string[]): ((turn: number) => Promise<number>)[] {
  const mine = `user_id=eq.${flooder.id}`;
  const id = (turn: number) => drops[turn % drops.length]!;
  const act = (method: string, path: string, body?: object) => send(flooder, method, path, body);
  const user_id = flooder.id;
  return [
    (turn) => act('PATCH', `voice_drops?id=eq.${id(turn)}`, { title: `Title ${turn}` }),
    (turn) => act('PATCH', `voice_drops?id=eq.${id(turn)}`, { hashtags: [`tag${turn}`] }),
    // Changes nothing.
    () => act('PATCH', `voice_drops?${mine}`, { privacy_level: 'public' }),
    (turn) => act('PATCH', `profiles?${mine}`, { username: `flooder${turn % 40}` }),
    (turn) => act('PATCH', `profiles?${mine}`, { is_private: turn % 2 === 0 }),
    (turn) => act('POST', 'voice_drop_likes', { voice_drop_id: id(turn), user_id }),
    (turn) => act('DELETE', `voice_drop_likes?voice_drop_id=eq.${id(turn)}`),
    (turn) =>
      act('POST', 'voice_drop_comments', { voice_drop_id: id(turn), user_id, content: 'A' }),
    () => act('DELETE', `voice_drop_comments?${mine}`),
    (turn) => act('POST', 'rpc/add_play', { voice_drop_id: id(turn) }),
    (turn) => act('PATCH', `notifications?recipient_id=eq.${user_id}`, { read: turn % 2 === 0 }),
  ];
}

async function flood(flooder: Client, drops: readonly string[], end: AbortSignal): Promise<void> {
  const deleted = await post(flooder.id, DELETED_DROPS);
  const acts = actsOf(flooder, drops);
  const connections = Array.from({ length: FLOOD_CONNECTIONS }, async (_, connection) => {
    for (let turn = connection; !end.aborted; turn += 1) {
      const drop = deleted.pop();
      const status = await (drop === undefined
        ? acts[turn % acts.length]!(turn)
        : send(flooder, 'DELETE', `voice_drops?id=eq.${drop}`));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(connections);
}

try {
  const [poster, reader, flooder] = [
    await join('poster'),
    await join('reader'),
    await join('flooder'),
  ];
  const drops = await post(flooder.id, CHANGED_DROPS);
  await sql`
    insert into notifications (recipient_id, actor_id, type, reference_id)
    select ${flooder.id}, ${poster.id}, 'comment', ${drops[0]!}
    from generate_series(1, ${NOTIFICATIONS}::int)`;
  await post(poster.id, 20);
  for (let number = 0; number < LISTENERS; number += 1) {
    const listener = await join(`listener${number}`);
    for (let socket = 0; socket < SOCKETS / LISTENERS; socket += 1) await subscribe(listener);
  }
  const cases = {
    alone: { posts: [] as number[], reads: [] as number[], received: 0 },
    flooded: { posts: [] as number[], reads: [] as number[], received: 0 },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, result] of Object.entries(cases)) {
      // The limits of an hour would end the flood after the first rounds.
      await sql`delete from private.recent_acts`;
      const end = new AbortController();
      const flooding = name === 'flooded' ? flood(flooder, drops, end.signal) : undefined;
      received = 0;
      const reads = timeReads(reader, end.signal);
      result.posts.push(...(await timePosts(poster)));
      end.abort();
      await flooding;
      result.reads.push(...(await reads));
      result.received += received;
    }
  }
  const figures = ({ posts, reads, received: messages }: (typeof cases)['alone']) => ({
    'post to all, p50, ms': median(posts),
    'p95, ms': percentile(posts, 0.95),
    'read, p50, ms': median(reads),
    'read, p95, ms': percentile(reads, 0.95),
    'messages to all sockets': messages,
  });
  const { alone, flooded } = cases;
  const delivery = percentile(flooded.posts, 0.95);
  const ratio = percentile(flooded.reads, 0.95) / percentile(alone.reads, 0.95);
  if (!(delivery <= MAX_DELIVERY) || ratio > MAX_RATIO) process.exitCode = 1;
  report(
    `posts to ${SOCKETS} sockets and reads of the feed, alone and beside an account that floods them; a post ` +
      `takes at most ${MAX_DELIVERY} ms, and the ratio of reads is ${ratio.toPrecision(3)}, at most ${MAX_RATIO}`,
    { alone: figures(alone), flooded: figures(flooded) },
  );
  console.log('responses to the flood by status:', Object.fromEntries(statuses));
} finally {
  for (const socket of sockets) socket.terminate();
  await sql.end();
  await backend.stop();
}
