// node apps/backend/bench/rest.bench.ts
// Requests per second through the whole backend, with row-level security, as a signed-in account: one
// table, and the feed's newest drops with more and more of the app's columns. The processor time of a
// request is meaningful even if the machine has other work.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { signUp, type Account } from './account.ts';
import { drive } from './drive.ts';
import { ACCOUNTS, DROPS, fill } from './fill.ts';
import { machine } from './machine.ts';
import { measureTree, type TreeUsage } from './process-tree.ts';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
const SECONDS = 10;

const dropColumns =
  'id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,' +
  'counts(like_count,comment_count,play_count),created_at';
const author = 'author:profiles!voice_drops_user_id_fkey(username,avatar_url)';
const ownLike = 'likes:voice_drop_likes(id)';

const newestDrops = (select: string): string =>
  `voice_drops?select=${select}&order=created_at.desc,id.desc&limit=20`;

/** The measured requests below `/rest/v1/`. The last is the app's request for the feed. */
const requests = {
  '20 profiles': 'profiles?select=user_id,username,avatar_url&order=created_at.desc&limit=20',
  '20 drops with author': newestDrops(`${dropColumns},${author}`),
  '20 drops with author, own like': newestDrops(`${dropColumns},${author},${ownLike}`),
  'the same with waveforms (feed)': newestDrops(`${dropColumns},waveform,${author},${ownLike}`),
};

interface Throughput {
  readonly name: string;
  /** Requests per second, the mean over the run. */
  readonly rate: number;
  /** Latencies, ms. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of a request in Node and in PostgreSQL, µs; null where it cannot be read. */
  readonly node: number | null;
  readonly postgres: number | null;
}

interface RestBench {
  readonly postgresVersion: string;
  readonly results: readonly Throughput[];
  /** Of Node and PostgreSQL under load; null where it cannot be read. */
  readonly usage: TreeUsage | null;
}

const perRequest = (before: number | undefined, after: number | undefined, requests: number) =>
  before === undefined || after === undefined ? null : (after - before) / requests;

async function measure(backend: TestBackend, { accessToken }: Account): Promise<Throughput[]> {
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  const results = [];
  for (const [name, path] of Object.entries(requests)) {
    const load = { url: `${backend.url}/rest/v1/${path}`, headers, connections: CONNECTIONS };
    await drive({ ...load, seconds: WARM_UP_SECONDS });
    const before = await measureTree(backend.process.pid);
    const { rate, requests: count, p50, p99 } = await drive({ ...load, seconds: SECONDS });
    const after = await measureTree(backend.process.pid);
    results.push({
      name,
      rate,
      p50,
      p99,
      node: perRequest(before?.own, after?.own, count),
      postgres: perRequest(before?.others, after?.others, count),
    });
  }
  return results;
}

/** Starts a backend of its own on this project, fills it, measures, and removes it. */
async function benchRest(): Promise<RestBench> {
  const backend = await startBackend();
  try {
    const account = await signUp(backend, 'viewer');
    const postgresVersion = await fill(backend);
    const results = await measure(backend, account);
    const usage = await measureTree(backend.process.pid);
    return { postgresVersion, results, usage };
  } finally {
    await backend.stop();
  }
}

const shown = (value: number | null, unit = ''): string =>
  value === null ? '-' : `${value.toFixed(0)}${unit}`;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

function print({ postgresVersion, results, usage }: RestBench): void {
  console.log(`${machine()}, PostgreSQL ${postgresVersion}`);
  console.log(
    `${CONNECTIONS} connections, ${DROPS} drops by ${ACCOUNTS} accounts, row-level security on, ${SECONDS} s each\n`,
  );
  const heads = ['requests/s', 'p50', 'p99', 'Node', 'PostgreSQL'];
  console.log(`${' '.repeat(32)}${heads.map((head) => head.padStart(11)).join('')}`);
  for (const { name, rate, p50, p99, node, postgres: database } of results) {
    const columns = [
      shown(rate),
      `${p50} ms`,
      `${p99} ms`,
      shown(node, ' µs'),
      shown(database, ' µs'),
    ];
    console.log(`${name.padEnd(32)}${columns.map((column) => column.padStart(11)).join('')}`);
  }
  if (usage) {
    console.log(
      `\nmemory of all processes: ${megabytes(usage.proportional)} (resident ${megabytes(usage.resident)} with shared pages counted in each)`,
    );
  }
}

if (import.meta.main) print(await benchRest());
