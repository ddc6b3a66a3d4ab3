// node apps/backend/bench/realtime.bench.ts
// How long after an insert was acknowledged its subscribers have it, with row-level security on:
// 1000 sockets of 50 accounts on one stream of inserts.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { signUp, type Account } from './account.ts';
import { machine } from './machine.ts';
import { measureTree, type TreeUsage } from './process-tree.ts';

const SUBSCRIBERS = 1000;
const ACCOUNTS = 50;
const INSERTS = 50;
/** Between one insert and the next, ms. */
const PAUSE = 200;
/** How long the last insert may be on its way, ms. */
const PATIENCE = 10_000;

type Heard = (row: string, at: number) => void;

/** Subscribes as realtime-js does, and resolves when changes will be heard. */
async function subscribe(
  { url, publishableKey }: TestBackend,
  { accessToken }: Account,
  heard: Heard,
): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket`;
  const socket = new WebSocket(`${address}?apikey=${publishableKey}&vsn=2.0.0`);
  await once(socket, 'open');
  const subscribed = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    const text = data.toString();
    if (text.includes('"Subscribed to PostgreSQL"')) subscribed.resolve();
    const row = /"title": ?"insert (\d+)"/.exec(text)?.[1];
    if (row) heard(row, at);
  });
  const binding = { event: 'INSERT', schema: 'public', table: 'voice_drops' };
  const config = { postgres_changes: [binding] };
  socket.send(
    JSON.stringify(['1', '1', 'realtime:drops', 'phx_join', { config, access_token: accessToken }]),
  );
  await subscribed.promise;
  return socket;
}

interface RealtimeBench {
  readonly machine: string;
  /** From the acknowledged insert to its receipt by a subscriber, ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly received: number;
  readonly expected: number;
  /** Processor time of an insert and its thousand messages, ms: in the backend, and in PostgreSQL. */
  readonly processor: { readonly backend: number; readonly database: number } | null;
  /** With all subscribers there. */
  readonly usage: TreeUsage | null;
}

/** Starts a backend of its own on this project, subscribes, inserts, and removes it. */
async function benchRealtime(): Promise<RealtimeBench> {
  const backend = await startBackend();
  const sql = postgres(backend.databaseUrl, { max: 1 });
  const sockets: WebSocket[] = [];
  try {
    const accounts: Account[] = [];
    for (let number = 0; number < ACCOUNTS; number += 1) {
      accounts.push(await signUp(backend, `listener${number}`));
    }
    const receipts: { row: string; at: number }[] = [];
    const heard: Heard = (row, at) => receipts.push({ row, at });
    for (let number = 0; number < SUBSCRIBERS; number += 1) {
      sockets.push(await subscribe(backend, accounts[number % ACCOUNTS]!, heard));
    }

    // Past the triggers, which would want an audio object for each drop.
    await sql`set session_replication_role = replica`;
    const before = await measureTree(backend.process.pid);
    const acknowledged = new Map<string, number>();
    for (let number = 0; number < INSERTS; number += 1) {
      const author = accounts[number % ACCOUNTS]!.id;
      await sql`
        insert into public.voice_drops (user_id, title, audio_url, duration, audience)
        values (
          ${author}, ${`insert ${number}`},
          ${`/storage/v1/object/voice-drops/${author}/${number}-voice-drop.wav`}, 1, 'public'
        )`;
      acknowledged.set(String(number), performance.now());
      await delay(PAUSE);
    }
    const expected = SUBSCRIBERS * INSERTS;
    const deadline = performance.now() + PATIENCE;
    while (receipts.length < expected && performance.now() < deadline) await delay(50);

    const usage = await measureTree(backend.process.pid);
    const perInsert = (from: number, to: number) => (to - from) / 1000 / INSERTS;
    const processor = before &&
      usage && {
        backend: perInsert(before.own, usage.own),
        database: perInsert(before.others, usage.others),
      };

    const latencies = receipts
      .map(({ row, at }) => at - (acknowledged.get(row) ?? at))
      .sort((a, b) => a - b);
    const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Infinity;
    const [row] = await sql<
      { version: string }[]
    >`select current_setting('server_version') as version`;
    return {
      machine: `${machine()}, PostgreSQL ${row?.version}`,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      received: receipts.length,
      expected,
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
  p50,
  p95,
  p99,
  received,
  expected,
  processor,
  usage,
}: RealtimeBench): void {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  console.log(machine);
  console.log(
    `${SUBSCRIBERS} subscribers of ${ACCOUNTS} accounts, ${INSERTS} inserts ${PAUSE} ms apart, row-level security on`,
  );
  console.log(`received          ${received} of ${expected}`);
  console.log(
    `after the insert  p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  if (processor) {
    const { backend, database } = processor;
    console.log(
      `processor time    ${backend.toFixed(1)} ms an insert in the backend, ${database.toFixed(1)} ms in PostgreSQL`,
    );
  }
  if (usage) {
    console.log(
      `memory            ${megabytes(usage.proportional)} with PostgreSQL, shared pages counted once`,
    );
  }
}

if (import.meta.main) print(await benchRealtime());
