// node apps/backend/bench/saturation.bench.ts
// What one client waits while another asks for as much as it can: a page of the feed, and a write,
// alone and beside 24 connections of the dearest queries that are allowed. The two come from
// different addresses. Fails where the slowest hundredth takes more than three times as long.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { setTimeout as delay } from 'node:timers/promises';
import { signUp, type Account } from './account.ts';
import { CheapClient } from './cheap-client.ts';
import { drive } from './drive.ts';
import { ACCOUNTS, DROPS, fill } from './fill.ts';
import { machine } from './machine.ts';

const GREEDY_CONNECTIONS = 24;
/** Alone and beside the other by turns, since a machine's speed changes while it is measured. */
const ROUNDS = 4;
const SECONDS = 5;
/** Between two requests of the normal client, ms. */
const PAUSE = 10;
/** How many times as long the normal client may wait beside the greedy one. */
const MOST = 3;

const author = 'author:profiles!voice_drops_user_id_fkey(username,avatar_url)';

/** What costs PostgreSQL most: every drop is judged by its policies, and none has an index that helps. */
const greedyPaths = [
  `voice_drops?select=id,title,waveform,${author},likes:voice_drop_likes(id)&order=title.desc,id.desc&limit=200`,
  `voice_drops?select=id,${author}&title=ilike.*z*z*z*&order=duration.desc,id.desc&limit=1000`,
];

const feedPath =
  'voice_drops?select=id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,' +
  `counts(like_count,comment_count,play_count),created_at,waveform,${author},likes:voice_drop_likes(id)` +
  '&order=created_at.desc,id.desc&limit=20';

interface Waits {
  /** ms */
  readonly p50: number;
  readonly p99: number;
}

interface Comparison {
  readonly name: string;
  readonly alone: Waits;
  readonly beside: Waits;
  /** Of the two p99. */
  readonly ratio: number;
}

interface SaturationBench {
  readonly comparisons: readonly Comparison[];
  /** Requests of the greedy client that were answered, per second. */
  readonly greedyRate: number;
}

/** A client at an address of its own, as a proxy on this machine would pass its requests on. */
const headersOf = (backend: TestBackend, { accessToken }: Account, address: string) => ({
  apikey: backend.publishableKey,
  authorization: `Bearer ${accessToken}`,
  'x-forwarded-for': address,
});

interface NormalRequest {
  readonly name: string;
  readonly send: (client: CheapClient) => Promise<void>;
}

const requestsOf = (backend: TestBackend, account: Account): NormalRequest[] => {
  const headers = headersOf(backend, account, '192.0.2.1');
  const body = Buffer.from(JSON.stringify({ bio: 'Says little' }));
  const writing = {
    ...headers,
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const profile = `/rest/v1/profiles?user_id=eq.${account.id}&select=bio`;
  return [
    {
      name: 'a page of the feed',
      send: (client) => client.send('GET', `/rest/v1/${feedPath}`, headers, null, 1000),
    },
    {
      name: 'a write',
      send: (client) => client.send('PATCH', profile, writing, body, 2),
    },
  ];
};

/** How long each of the requests took that were sent in some seconds, ms. */
async function time(backend: TestBackend, { send }: NormalRequest): Promise<number[]> {
  const client = new CheapClient(backend.url);
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await send(client);
    times.push(performance.now() - started);
    await delay(PAUSE);
  }
  client.close();
  return times;
}

function summarize(times: readonly number[]): Waits {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Asks for all that it can get while the work runs. */
async function besideGreedy<T>(
  backend: TestBackend,
  account: Account,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly rate: number }> {
  const headers = headersOf(backend, account, '192.0.2.2');
  const loads = greedyPaths.map((path) =>
    drive({
      url: `${backend.url}/rest/v1/${path}`,
      headers,
      connections: GREEDY_CONNECTIONS / greedyPaths.length,
      // It starts before and ends after what is measured.
      seconds: SECONDS + 2,
      mayBeRefused: true,
    }),
  );
  await delay(1000);
  const result = await work();
  const reports = await Promise.all(loads);
  return { result, rate: reports.reduce((sum, { rate }) => sum + rate, 0) };
}

/** Starts a backend of its own on this project, fills it, measures, and removes it. */
async function benchSaturation(): Promise<SaturationBench> {
  const backend = await startBackend({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  try {
    const normal = await signUp(backend, 'normal');
    const greedy = await signUp(backend, 'greedy');
    await fill(backend);
    const comparisons: Comparison[] = [];
    let greedyRate = 0;
    const requests = requestsOf(backend, normal);
    for (const request of requests) {
      const alone: number[] = [];
      const beside: number[] = [];
      await time(backend, request);
      for (let round = 0; round < ROUNDS; round += 1) {
        alone.push(...(await time(backend, request)));
        const { result, rate } = await besideGreedy(backend, greedy, () => time(backend, request));
        beside.push(...result);
        greedyRate += rate / ROUNDS / requests.length;
      }
      const [first, second] = [summarize(alone), summarize(beside)];
      comparisons.push({
        name: request.name,
        alone: first,
        beside: second,
        ratio: second.p99 / first.p99,
      });
    }
    return { comparisons, greedyRate };
  } finally {
    await backend.stop();
  }
}

function print({ comparisons, greedyRate }: SaturationBench): void {
  console.log(machine());
  console.log(
    `one client that asks once in ${PAUSE} ms, alone and beside one with ${GREEDY_CONNECTIONS} connections; ` +
      `${DROPS} drops by ${ACCOUNTS} accounts, ${ROUNDS} rounds of ${SECONDS} s\n`,
  );
  const heads = ['p50 alone', 'p50 beside', 'p99 alone', 'p99 beside', 'ratio'];
  console.log(`${' '.repeat(20)}${heads.map((head) => head.padStart(12)).join('')}`);
  for (const { name, alone, beside, ratio } of comparisons) {
    const times = [alone.p50, beside.p50, alone.p99, beside.p99].map((ms) => `${ms.toFixed(1)} ms`);
    const columns = [...times, ratio.toFixed(1)].map((column) => column.padStart(12));
    console.log(`${name.padEnd(20)}${columns.join('')}`);
  }
  console.log(`\nthe greedy client was answered ${greedyRate.toFixed(0)} times a second`);
}

if (import.meta.main) {
  const bench = await benchSaturation();
  print(bench);
  const slow = bench.comparisons.filter(({ ratio }) => ratio > MOST);
  if (slow.length > 0) {
    console.error(`more than ${MOST} times as slow: ${slow.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
}
