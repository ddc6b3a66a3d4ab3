// node apps/backend/bench/realtime.bench.ts [--sockets 2000] [--writes 21] [--changes]
// Measures the time from an acknowledged write to its receipt by subscribers, with row-level security.
// Each socket has its own account and subscribes as a page does: to the topic of public drops, to the
// drops that only followers see, and to the counts of the drops on its screen. Every tenth socket shows
// the drop that is liked. With --changes each socket also subscribes to the changes of voice_drops, as
// other clients may; then every caller is authorised for each row.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp, type Account } from './account.ts';
import { percentile } from '../../../scripts/lib/bench/percentile.ts';
import { measureMemory, measureTree } from './process-tree.ts';
import { report } from '../../../scripts/lib/bench/report.ts';

const { values: given } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    writes: { type: 'string', default: '21' },
    changes: { type: 'boolean', default: false },
  },
});
const SOCKETS = Number(given.sockets);
const WRITES = Number(given.writes);
/** The time between two writes, ms. */
const PAUSE = 1100;
/** How long the bench waits for the receipts of the last write, ms. */
const TIMEOUT = 20_000;
/** The number of simultaneous sign-ups and joins. */
const AT_ONCE = 8;
/** The kinds of writes, in turn. */
const kinds = ['post', 'title', 'like'] as const;
/** One in so many sockets shows the drop that is liked. */
const ONE_IN = 10;
const shows = (socket: number): boolean => socket % ONE_IN === 0;

/** Each listener has its own address, since sign-ups are limited by address. */
const env = {
  TRUSTED_PROXIES: '127.0.0.1',
  SOCKETS: String(SOCKETS + 10),
  HTTP_CONNECTIONS: String(SOCKETS + 100),
};
const headersOf = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
});

type Kind = 'news' | 'like' | 'change';
/** @param write the drop with the kind of write, or the number of likes */
type OnReceipt = (kind: Kind, write: string, at: number) => void;

/**
 * Subscribes as realtime-js does, and resolves when all subscriptions are active.
 *
 * @param shown the filter by the drops on the screen
 */
async function subscribe(
  { url, publishableKey }: TestBackend,
  { accessToken }: Account,
  headers: Record<string, string>,
  shown: string,
  onReceipt: OnReceipt,
  onClosing: (reason: string) => void,
): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket`;
  const socket = new WebSocket(`${address}?apikey=${publishableKey}&vsn=2.0.0`, { headers });
  await once(socket, 'open');
  const bindings = [
    { event: '*', schema: 'public', table: 'nonpublic_drop_events' },
    { event: '*', schema: 'public', table: 'live_drop_counts', filter: shown },
    ...(given.changes ? [{ event: '*', schema: 'public', table: 'voice_drops' }] : []),
  ];
  const ready = Promise.withResolvers<void>();
  let joined = 0;
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    const text = data.toString();
    if (text.includes('"Subscribed to PostgreSQL"') || text.startsWith('["drops","drops"')) {
      if ((joined += 1) === bindings.length + 1) ready.resolve();
      return;
    }
    const [, , , event, payload] = JSON.parse(text);
    if (event === 'broadcast') onReceipt('news', `${payload.event} ${payload.payload.id}`, at);
    else if (event === 'postgres_changes') {
      const { table, type, record } = payload.data;
      if (table === 'live_drop_counts') onReceipt('like', `likes ${record.like_count}`, at);
      else onReceipt('change', `${type === 'INSERT' ? 'posted' : 'changed'} ${record.id}`, at);
    } else if (text.includes('"error"')) onClosing(text);
  });
  socket.on('close', (code) => onClosing(`closed with ${code}`));
  const join = (ref: string, topic: string, config: object) =>
    socket.send(
      JSON.stringify([ref, ref, topic, 'phx_join', { config, access_token: accessToken }]),
    );
  join('drops', 'realtime:drops', { private: true });
  for (const [index, binding] of bindings.entries()) {
    join(String(index), `realtime:changes ${index}`, { postgres_changes: [binding] });
  }
  await ready.promise;
  return socket;
}

/** Runs work for each number below a count, some at a time. */
async function forEach(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

const backend = await startBackend({ env: { ...allocatorSettings, ...env } });
const sql = postgres(backend.databaseUrl, { max: 1 });
const sockets: WebSocket[] = [];

/** Posts a drop with its audio. @returns its id */
async function post(title: string, author: string): Promise<string> {
  const name = `${author}/${randomUUID()}-voice-drop.mp3`;
  await sql`
    insert into storage.objects (bucket_id, name, metadata)
    values ('voice-drops', ${name}, ${sql.json({ mimetype: 'audio/mpeg', size: 1000 })})`;
  const [row] = await sql<{ id: string }[]>`
    insert into public.voice_drops (user_id, title, audio_url, duration)
    values (${author}, ${title}, ${`/storage/v1/object/voice-drops/${name}`}, 1)
    returning id`;
  return row?.id ?? '';
}

try {
  const accounts: Account[] = [];
  await forEach(SOCKETS, async (number) => {
    accounts.push(await signUp(backend, `listener${number}`, headersOf(number)));
  });
  const liked = await post('The liked drop', accounts[0]!.id);
  const receipts: Record<Kind, { write: string; at: number }[]> = {
    news: [],
    like: [],
    change: [],
  };
  const onReceipt: OnReceipt = (kind, write, at) => receipts[kind].push({ write, at });
  const closings: string[] = [];
  await forEach(SOCKETS, async (number) => {
    const socket = await subscribe(
      backend,
      accounts[number]!,
      headersOf(number),
      `voice_drop_id=in.(${shows(number) ? liked : randomUUID()},${randomUUID()})`,
      onReceipt,
      (reason) => closings.push(reason),
    );
    sockets.push(socket);
  });
  closings.length = 0;

  const before = await measureTree(backend.process.pid);
  const acknowledged = new Map<string, number>();
  let drop = '';
  let likes = 0;
  for (let number = 0; number < WRITES; number += 1) {
    const account = accounts[number % SOCKETS]!.id;
    const kind = kinds[number % kinds.length];
    if (kind === 'post') {
      drop = await post(`write ${number}`, account);
      acknowledged.set(`posted ${drop}`, performance.now());
    } else if (kind === 'title') {
      await sql`update public.voice_drops set title = ${`write ${number}`} where id = ${drop}`;
      acknowledged.set(`changed ${drop}`, performance.now());
    } else {
      await sql`
        insert into public.voice_drop_likes (voice_drop_id, user_id) values (${liked}, ${account})`;
      acknowledged.set(`likes ${(likes += 1)}`, performance.now());
    }
    await delay(PAUSE);
  }
  const expected: Record<Kind, number> = {
    news: SOCKETS * (WRITES - likes),
    like: likes * accounts.filter((_account, socket) => shows(socket)).length,
    change: given.changes ? SOCKETS * (WRITES - likes) : 0,
  };
  const deadline = performance.now() + TIMEOUT;
  const isComplete = () =>
    receipts.news.length >= expected.news &&
    receipts.like.length >= expected.like &&
    receipts.change.length >= expected.change;
  while (!isComplete() && performance.now() < deadline) await delay(50);

  const usage = await measureTree(backend.process.pid);
  /** The times from the acknowledged writes of a kind to their receipts. */
  const latencies = (kind: Kind) => {
    const times = receipts[kind].map(({ write, at }) => at - (acknowledged.get(write) ?? at));
    return {
      received: times.length,
      expected: expected[kind],
      'p50, ms': percentile(times, 0.5),
      'p95, ms': percentile(times, 0.95),
      'p99, ms': percentile(times, 0.99),
    };
  };
  report(
    `${SOCKETS} sockets of as many accounts, ${WRITES} writes ${PAUSE} ms apart: posts, titles and likes in turns, row-level security on`,
    {
      'posts and titles': latencies('news'),
      'likes, by every tenth socket': latencies('like'),
      ...(given.changes && { 'as changes': latencies('change') }),
    },
  );
  const perWrite = (from: number, to: number) => ((to - from) / 1000 / WRITES).toFixed(1);
  const [first = ''] = closings;
  console.log(`channels and sockets that were closed: ${closings.length} ${first}`);
  console.log(
    `processor time of a write: ${perWrite(before.own, usage.own)} ms in the backend, ${perWrite(before.others, usage.others)} ms in PostgreSQL`,
  );
  console.log(
    `memory with PostgreSQL: ${(await measureMemory(backend.process.pid)).toFixed(0)} MB`,
  );
} finally {
  for (const socket of sockets) socket.terminate();
  await sql.end();
  await backend.stop();
}
