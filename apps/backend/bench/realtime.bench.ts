// node apps/backend/bench/realtime.bench.ts [--sockets 2000] [--writes 20]
// How long after a write was acknowledged its subscribers have it, with row-level security on. Each
// socket has an account of its own, and two channels: the changes of voice_drops, of which each
// caller is judged for each row, and a private topic of Broadcast, which is authorised once.
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
    writes: { type: 'string', default: '20' },
  },
});
const SOCKETS = Number(given.sockets);
const WRITES = Number(given.writes);
/** Between one write and the next, ms. */
const PAUSE = 1000;
/** How long the last write may be on its way, ms. */
const PATIENCE = 20_000;
/** Sign-ups and joins at once. */
const AT_ONCE = 8;
/** Every third write is an update, as of a title; the others are inserts. */
const isUpdate = (number: number): boolean => number % 3 === 2;

/** Each listener has an address of its own: people do not share one, and sign-ups are limited by it. */
const env = {
  TRUSTED_PROXIES: '127.0.0.1',
  SOCKETS: String(SOCKETS + 10),
  HTTP_CONNECTIONS: String(SOCKETS + 100),
};
const headersOf = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
});

type Kind = 'change' | 'broadcast';
type Heard = (kind: Kind, write: string, at: number) => void;

/** Subscribes as realtime-js does, and resolves when changes and broadcasts will be heard. */
async function subscribe(
  { url, publishableKey }: TestBackend,
  { accessToken }: Account,
  headers: Record<string, string>,
  heard: Heard,
  onCutOff: (reason: string) => void,
): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket`;
  const socket = new WebSocket(`${address}?apikey=${publishableKey}&vsn=2.0.0`, { headers });
  await once(socket, 'open');
  const subscribed = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    const text = data.toString();
    if (text.includes('"Subscribed to PostgreSQL"')) subscribed.resolve();
    else if (text.startsWith('["2","2"')) joined.resolve();
    const [, kind, write] = /"(title|write)": ?"write (\d+)"/.exec(text) ?? [];
    if (write) heard(kind === 'title' ? 'change' : 'broadcast', write, at);
    else if (text.includes('"error"')) onCutOff(text);
  });
  socket.on('close', (code) => onCutOff(`closed with ${code}`));
  const join = (ref: string, topic: string, config: object) =>
    socket.send(
      JSON.stringify([ref, ref, topic, 'phx_join', { config, access_token: accessToken }]),
    );
  const binding = { event: '*', schema: 'public', table: 'voice_drops' };
  join('1', 'realtime:drops', { postgres_changes: [binding] });
  join('2', 'realtime:bench', { private: true });
  await Promise.all([subscribed.promise, joined.promise]);
  return socket;
}

/** Runs work for each number below a count, some at once. */
async function forEach(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

interface Latencies {
  readonly received: number;
  /** From the acknowledged write to its receipt by a subscriber, ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

interface RealtimeBench {
  readonly machine: string;
  readonly changes: Latencies;
  readonly broadcasts: Latencies;
  readonly expected: number;
  /** How often a channel or socket was ended, with the first reason. */
  readonly cutOffs: readonly string[];
  /** Processor time of a write with its messages, ms: in the backend, and in PostgreSQL. */
  readonly processor: { readonly backend: number; readonly database: number } | null;
  /** With all subscribers there. */
  readonly usage: TreeUsage | null;
}

const latenciesOf = (times: readonly number[]): Latencies => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity;
  return { received: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

/** Starts a backend of its own on this project, subscribes, writes, and removes it. */
async function benchRealtime(): Promise<RealtimeBench> {
  const backend = await startBackend({ env });
  const sql = postgres(backend.databaseUrl, { max: 1 });
  const sockets: WebSocket[] = [];
  try {
    await sql`
      create policy "All read the topic of this benchmark" on realtime.messages
        for select to authenticated using ((select realtime.topic()) = 'bench')`;
    const accounts: Account[] = [];
    await forEach(SOCKETS, async (number) => {
      accounts.push(await signUp(backend, `listener${number}`, headersOf(number)));
    });
    const receipts: Record<Kind, { write: string; at: number }[]> = { change: [], broadcast: [] };
    const cutOffs: string[] = [];
    await forEach(SOCKETS, async (number) => {
      const heard: Heard = (kind, write, at) => receipts[kind].push({ write, at });
      const socket = await subscribe(
        backend,
        accounts[number]!,
        headersOf(number),
        heard,
        (reason) => cutOffs.push(reason),
      );
      sockets.push(socket);
    });
    cutOffs.length = 0;

    // Past the triggers, which would want an audio object for each drop.
    await sql`set session_replication_role = replica`;
    const before = await measureTree(backend.process.pid);
    const acknowledged = new Map<string, number>();
    let drop = '';
    for (let number = 0; number < WRITES; number += 1) {
      const author = accounts[number % SOCKETS]!.id;
      const title = `write ${number}`;
      await sql.begin(async (transaction) => {
        if (isUpdate(number)) {
          await transaction`update public.voice_drops set title = ${title} where id = ${drop}`;
        } else {
          const [row] = await transaction<{ id: string }[]>`
            insert into public.voice_drops (user_id, title, audio_url, duration, audience)
            values (
              ${author}, ${title},
              ${`/storage/v1/object/voice-drops/${author}/${number}-voice-drop.wav`}, 1, 'public'
            )
            returning id`;
          drop = row?.id ?? '';
        }
        await transaction`
          select realtime.send(jsonb_build_object('write', ${title}::text), 'written', 'bench')`;
      });
      acknowledged.set(String(number), performance.now());
      await delay(PAUSE);
    }
    const expected = SOCKETS * WRITES;
    const deadline = performance.now() + PATIENCE;
    const isComplete = () =>
      receipts.change.length >= expected && receipts.broadcast.length >= expected;
    while (!isComplete() && performance.now() < deadline) await delay(50);

    const usage = await measureTree(backend.process.pid);
    const perWrite = (from: number, to: number) => (to - from) / 1000 / WRITES;
    const processor = before &&
      usage && {
        backend: perWrite(before.own, usage.own),
        database: perWrite(before.others, usage.others),
      };
    const times = (kind: Kind) =>
      receipts[kind].map(({ write, at }) => at - (acknowledged.get(write) ?? at));
    const [row] = await sql<
      { version: string }[]
    >`select current_setting('server_version') as version`;
    return {
      machine: `${machine()}, PostgreSQL ${row?.version}`,
      changes: latenciesOf(times('change')),
      broadcasts: latenciesOf(times('broadcast')),
      expected,
      cutOffs: [...cutOffs],
      processor,
      usage,
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    await sql.end();
    await backend.stop();
  }
}

function print({
  machine,
  changes,
  broadcasts,
  expected,
  cutOffs,
  processor,
  usage,
}: RealtimeBench): void {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const show = ({ received, p50, p95, p99 }: Latencies) =>
    `${received} of ${expected}, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  console.log(machine);
  console.log(
    `${SOCKETS} sockets of as many accounts, ${WRITES} writes ${PAUSE} ms apart, a third of them updates, row-level security on`,
  );
  console.log(`changes           ${show(changes)}`);
  console.log(`broadcasts        ${show(broadcasts)}`);
  console.log(`cut off           ${cutOffs.length}${cutOffs[0] ? `, first: ${cutOffs[0]}` : ''}`);
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
