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
import { signUp, type Account } from './account.ts';
import { machine } from './machine.ts';
import { measureTree, type TreeUsage } from './process-tree.ts';

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
type Written = (typeof kinds)[number];
const kindOf = (number: number): Written => kinds[number % kinds.length] ?? 'post';
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

interface Latencies {
  readonly received: number;
  readonly expected: number;
  /** The time from the acknowledged write to its receipt by a subscriber, ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

interface RealtimeBench {
  readonly machine: string;
  readonly news: Latencies;
  readonly likes: Latencies;
  /** Only with --changes. */
  readonly changes: Latencies | null;
  /** The reasons for which channels or sockets were closed. */
  readonly closings: readonly string[];
  /** The processor time of a write with its messages, ms, in the backend and in PostgreSQL. */
  readonly processor: { readonly backend: number; readonly database: number } | null;
  /** The usage with all subscribers connected. */
  readonly usage: TreeUsage | null;
}

const latenciesOf = (times: readonly number[], expected: number): Latencies => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity;
  return { received: times.length, expected, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

/** Starts a backend of its own on this project, subscribes, writes, and removes it. */
async function benchRealtime(): Promise<RealtimeBench> {
  const backend = await startBackend({ env });
  const sql = postgres(backend.databaseUrl, { max: 1 });
  const sockets: WebSocket[] = [];
  try {
    const accounts: Account[] = [];
    await forEach(SOCKETS, async (number) => {
      accounts.push(await signUp(backend, `listener${number}`, headersOf(number)));
    });
    /** Posts a drop with its audio. @returns its id */
    const post = async (title: string, author: string): Promise<string> => {
      const name = `${author}/${randomUUID()}-voice-drop.mp3`;
      await sql`
        insert into storage.objects (bucket_id, name, metadata)
        values ('voice-drops', ${name}, ${sql.json({ mimetype: 'audio/mpeg', size: 1000 })})`;
      const [row] = await sql<{ id: string }[]>`
        insert into public.voice_drops (user_id, title, audio_url, duration)
        values (${author}, ${title}, ${`/storage/v1/object/voice-drops/${name}`}, 1)
        returning id`;
      return row?.id ?? '';
    };
    const liked = await post('The liked drop', accounts[0]!.id);
    const receipts: Record<Kind, { write: string; at: number }[]> = {
      news: [],
      like: [],
      change: [],
    };
    const closings: string[] = [];
    await forEach(SOCKETS, async (number) => {
      const onReceipt: OnReceipt = (kind, write, at) => receipts[kind].push({ write, at });
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
      const kind = kindOf(number);
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
    const perWrite = (from: number, to: number) => (to - from) / 1000 / WRITES;
    const processor = before &&
      usage && {
        backend: perWrite(before.own, usage.own),
        database: perWrite(before.others, usage.others),
      };
    const latencies = (kind: Kind) =>
      latenciesOf(
        receipts[kind].map(({ write, at }) => at - (acknowledged.get(write) ?? at)),
        expected[kind],
      );
    const [row] = await sql<
      { version: string }[]
    >`select current_setting('server_version') as version`;
    return {
      machine: `${machine()}, PostgreSQL ${row?.version}`,
      news: latencies('news'),
      likes: latencies('like'),
      changes: given.changes ? latencies('change') : null,
      closings: [...closings],
      processor,
      usage,
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    await sql.end();
    await backend.stop();
  }
}

function print({ machine, news, likes, changes, closings, processor, usage }: RealtimeBench): void {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const show = ({ received, expected, p50, p95, p99 }: Latencies) =>
    `${received} of ${expected}, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  console.log(machine);
  console.log(
    `${SOCKETS} sockets of as many accounts, ${WRITES} writes ${PAUSE} ms apart: posts, titles and likes in turns, row-level security on`,
  );
  console.log(`posts and titles  ${show(news)}`);
  console.log(`likes             ${show(likes)}, by every tenth socket`);
  if (changes) console.log(`as changes        ${show(changes)}`);
  console.log(
    `cut off           ${closings.length}${closings[0] ? `, first: ${closings[0]}` : ''}`,
  );
  if (processor) {
    const { backend, database } = processor;
    console.log(
      `processor time    ${backend.toFixed(1)} ms a write in the backend, ${database.toFixed(1)} ms in PostgreSQL`,
    );
  }
  if (usage) {
    console.log(
      `memory            ${megabytes(usage.proportional)} with PostgreSQL, shared pages counted once`,
    );
  }
}

if (import.meta.main) print(await benchRealtime());
