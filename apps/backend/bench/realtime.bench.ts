// node apps/backend/bench/realtime.bench.ts
// How long after an insert was acknowledged its subscribers have it, with row-level security on:
// 1000 sockets of 50 accounts on one stream of inserts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { WebSocket } from 'ws';

const SUBSCRIBERS = 1000;
const ACCOUNTS = 50;
const INSERTS = 50;
/** Between one insert and the next, ms. */
const PAUSE = 200;
/** How long the last insert may be on its way, ms. */
const PATIENCE = 10_000;

const root = join(import.meta.dirname, '../../..');

interface RunningBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly databaseUrl: string;
  readonly processId: number;
  stop(): Promise<void>;
}

async function startBackend(): Promise<RunningBackend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undertone-bench-'));
  const child = spawn(process.execPath, [join(root, 'apps/backend/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const isReady = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Undertone is at')) resolve(true);
    });
    child.once('exit', () => resolve(false));
  });
  if (!(await isReady)) {
    await stop();
    throw new Error('The backend did not start.');
  }
  const running = JSON.parse(await readFile(join(dataDir, 'undertone.json'), 'utf8'));
  return { ...running, processId: child.pid, stop };
}

interface Account {
  readonly id: string;
  readonly token: string;
}

/** Signs an account up as the app does. */
async function signUp({ url, publishableKey }: RunningBackend, number: number): Promise<Account> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `listener${number}@example.com`,
      password: 'a long enough passphrase',
      data: { username: `listener${number}` },
    }),
  });
  if (!response.ok) throw new Error(`sign-up ${number}: ${await response.text()}`);
  const session: { access_token: string; user: { id: string } } = JSON.parse(await response.text());
  return { id: session.user.id, token: session.access_token };
}

type Heard = (row: string, at: number) => void;

/** Subscribes as realtime-js does, and resolves when changes will be heard. */
async function subscribe(
  { url, publishableKey }: RunningBackend,
  { token }: Account,
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
    JSON.stringify(['1', '1', 'realtime:drops', 'phx_join', { config, access_token: token }]),
  );
  await subscribed.promise;
  return socket;
}

/** Resident memory of a process and all that it started, bytes. */
async function memoryOfTree(processId: number): Promise<{ backend: number; tree: number }> {
  const { stdout } = spawn('ps', ['-eo', 'pid=,ppid=,rss=']);
  let text = '';
  for await (const chunk of stdout) text += String(chunk);
  const processes = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([processId]);
  let size: number;
  do {
    size = tree.size;
    for (const [pid = 0, parent = 0] of processes) if (tree.has(parent)) tree.add(pid);
  } while (tree.size > size);
  let [backend, total] = [0, 0];
  for (const [pid = 0, , kilobytes = 0] of processes) {
    if (!tree.has(pid)) continue;
    total += kilobytes * 1024;
    if (pid === processId) backend = kilobytes * 1024;
  }
  return { backend, tree: total };
}

export interface RealtimeBench {
  readonly machine: string;
  /** From the acknowledged insert to its receipt by a subscriber, ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly received: number;
  readonly expected: number;
  /** Resident memory with all subscribers there, bytes; the tree counts shared pages many times. */
  readonly memory: { readonly backend: number; readonly tree: number };
}

/** Starts a backend of its own on this project, subscribes, inserts, and removes it. */
export async function benchRealtime(): Promise<RealtimeBench> {
  const backend = await startBackend();
  const sql = postgres(backend.databaseUrl, { max: 1 });
  const sockets: WebSocket[] = [];
  try {
    const accounts: Account[] = [];
    for (let number = 0; number < ACCOUNTS; number += 1) {
      accounts.push(await signUp(backend, number));
    }
    const receipts: { row: string; at: number }[] = [];
    const heard: Heard = (row, at) => receipts.push({ row, at });
    for (let number = 0; number < SUBSCRIBERS; number += 1) {
      sockets.push(await subscribe(backend, accounts[number % ACCOUNTS]!, heard));
    }

    // Past the triggers, which would want an audio object for each drop.
    await sql`set session_replication_role = replica`;
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

    const latencies = receipts
      .map(({ row, at }) => at - (acknowledged.get(row) ?? at))
      .sort((a, b) => a - b);
    const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Infinity;
    const processors = cpus();
    const [row] = await sql<
      { version: string }[]
    >`select current_setting('server_version') as version`;
    return {
      machine: `${processors[0]?.model}, ${processors.length} cores, Node ${process.version}, PostgreSQL ${row?.version}`,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      received: receipts.length,
      expected,
      memory: await memoryOfTree(backend.processId),
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    await sql.end();
    await backend.stop();
  }
}

function print({ machine, p50, p95, p99, received, expected, memory }: RealtimeBench): void {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  console.log(machine);
  console.log(
    `${SUBSCRIBERS} subscribers of ${ACCOUNTS} accounts, ${INSERTS} inserts ${PAUSE} ms apart, row-level security on`,
  );
  console.log(`received          ${received} of ${expected}`);
  console.log(
    `after the insert  p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  console.log(
    `memory            backend ${megabytes(memory.backend)}, with PostgreSQL ${megabytes(memory.tree)}`,
  );
}

if (import.meta.main) print(await benchRealtime());
