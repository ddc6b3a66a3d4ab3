// node apps/backend/bench/rest.bench.ts
// Requests per second through the whole backend, with row-level security on and as a signed-in
// account: one table, and the feed's newest drops with more and more of what the app asks for.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';

const CONNECTIONS = 16;
const ACCOUNTS = 50;
const DROPS = 10_000;
const WARM_UP_SECONDS = 3;
const SECONDS = 10;

const root = join(import.meta.dirname, '../../..');

const dropColumns =
  'id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,' +
  'like_count,comment_count,play_count,created_at';
const author = 'author:profiles!voice_drops_user_id_fkey(username,avatar_url)';
const ownLike = 'likes:voice_drop_likes(id)';

const newestDrops = (select: string): string =>
  `voice_drops?select=${select}&order=created_at.desc,id.desc&limit=20`;

/** The requests that are measured, below `/rest/v1/`. The last is the feed's, as the app makes it. */
const requests = {
  '20 profiles': 'profiles?select=user_id,username,avatar_url&order=created_at.desc&limit=20',
  '20 drops with author': newestDrops(`${dropColumns},${author}`),
  '20 drops with author, own like': newestDrops(`${dropColumns},${author},${ownLike}`),
  'the same with waveforms (feed)': newestDrops(`${dropColumns},waveform,${author},${ownLike}`),
};

export interface Throughput {
  readonly name: string;
  /** Requests per second, the mean over the run. */
  readonly rate: number;
  /** Latencies, ms. */
  readonly p50: number;
  readonly p99: number;
}

export interface RestBench {
  readonly machine: string;
  readonly results: readonly Throughput[];
}

interface RunningBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly databaseUrl: string;
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
  return { ...JSON.parse(await readFile(join(dataDir, 'undertone.json'), 'utf8')), stop };
}

/** Signs an account up as the app does. */
async function signUp({ url, publishableKey }: RunningBackend): Promise<string> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'viewer@example.com',
      password: 'a long enough passphrase',
      data: { username: 'viewer' },
    }),
  });
  const session: { access_token: string } = JSON.parse(await response.text());
  return session.access_token;
}

/**
 * Fills the database past its triggers, which would want an audio object for each drop.
 * @returns PostgreSQL's version
 */
async function fill({ databaseUrl }: RunningBackend): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'person' || n || '@example.com',
      jsonb_build_object('username', 'person' || n)
    from generate_series(1, ${ACCOUNTS - 1}::int) as n`;
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.voice_drops
      (user_id, title, audio_url, duration, hashtags, waveform, audience, created_at)
    select
      people.user_id, 'Drop number ' || n,
      '/storage/v1/object/voice-drops/' || people.user_id || '/' || n || '-voice-drop.wav',
      1 + n % 60, array['tag' || n % 7], array(select (random() * 100)::int from generate_series(1, 100)),
      'public', now() - n * interval '1 minute'
    from generate_series(1, ${DROPS}::int) as n
    join (select user_id, row_number() over () as number from public.profiles) as people
      on people.number = 1 + n % ${ACCOUNTS}::int`;
  await sql`
    insert into public.voice_drop_likes (voice_drop_id, user_id)
    select voice_drops.id, profiles.user_id
    from public.voice_drops
    join public.profiles on random() < 0.2`;
  await sql.unsafe('analyze');
  const [row] = await sql<
    { version: string }[]
  >`select current_setting('server_version') as version`;
  await sql.end();
  return row?.version ?? 'unknown';
}

/** Drives one address from a process of its own, so that measuring takes no time from serving. */
async function drive(url: string, headers: Record<string, string>, seconds: number) {
  const autocannon = createRequire(import.meta.url).resolve('autocannon');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      autocannon,
      '--json',
      `--connections=${CONNECTIONS}`,
      `--duration=${seconds}`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      url,
    ],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const report: {
    requests: { mean: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  } = JSON.parse(stdout);
  if (report.non2xx > 0 || report.errors > 0) {
    throw new Error(`${report.non2xx} refusals and ${report.errors} errors from ${url}`);
  }
  return report;
}

/** Starts a backend of its own on this project, fills it, measures, and removes it. */
export async function benchRest(): Promise<RestBench> {
  const backend = await startBackend();
  try {
    const token = await signUp(backend);
    const version = await fill(backend);
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${token}` };
    const results: Throughput[] = [];
    for (const [name, path] of Object.entries(requests)) {
      const url = `${backend.url}/rest/v1/${path}`;
      await drive(url, headers, WARM_UP_SECONDS);
      const report = await drive(url, headers, SECONDS);
      const { p50, p99 } = report.latency;
      results.push({ name, rate: report.requests.mean, p50, p99 });
    }
    const processors = cpus();
    return {
      machine: `${processors[0]?.model}, ${processors.length} cores, Node ${process.version}, PostgreSQL ${version}`,
      results,
    };
  } finally {
    await backend.stop();
  }
}

function print({ machine, results }: RestBench): void {
  console.log(machine);
  console.log(
    `${CONNECTIONS} connections, ${DROPS} drops by ${ACCOUNTS} accounts, row-level security on, ${SECONDS} s each\n`,
  );
  console.log('                                requests/s      p50      p99');
  for (const { name, rate, p50, p99 } of results) {
    const columns = [
      rate.toFixed(0).padStart(10),
      `${p50} ms`.padStart(8),
      `${p99} ms`.padStart(8),
    ];
    console.log(`${name.padEnd(32)}${columns.join(' ')}`);
  }
}

if (import.meta.main) print(await benchRest());
