// node apps/backend/bench/saturation.bench.ts
// Times a page of the feed and a write of one client, alone and while another client at another address
// sends the most expensive allowed queries on 24 connections. Fails if the 99th percentile is more than
// three times as long.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { setTimeout as delay } from 'node:timers/promises';
import { signUp, type Account } from './account.ts';
import { CheapClient } from './cheap-client.ts';
import { drive } from './drive.ts';
import { ACCOUNTS, DROPS, fill } from './fill.ts';
import { machine } from './machine.ts';

const GREEDY_CONNECTIONS = 24;
/** Both cases alternate, since a machine's speed varies during a run. */
const ROUNDS = 4;
const SECONDS = 5;
/** Between two requests of the normal client, ms. */
const PAUSE = 10;
/** The maximum ratio of the normal client's waits with and without the greedy one. */
const MAX_RATIO = 3;

const author = 'author:profiles!voice_drops_user_id_fkey(username,avatar_url)';

/** The most expensive queries for PostgreSQL: policies are evaluated for every drop, without a useful index. */
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
  readonly withGreedy: Waits;
  /** The ratio of the two p99. */
  readonly ratio: number;
}

interface SaturationBench {
  readonly comparisons: readonly Comparison[];
  /** Responses to the greedy client per second. */
  readonly greedyRate: number;
}

/** The headers of a client with its own address, as a proxy on this machine would forward them. */
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

/** Sends requests for some seconds. @returns the time that each took, ms */
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

/** Runs `work` while a greedy client sends as many requests as it can. */
async function withGreedyClient<T>(
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
      // The load starts before and ends after the measurement.
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
      const contended: number[] = [];
      await time(backend, request);
      for (let round = 0; round < ROUNDS; round += 1) {
        alone.push(...(await time(backend, request)));
        const { result, rate } = await withGreedyClient(backend, greedy, () =>
          time(backend, request),
        );
        contended.push(...result);
        greedyRate += rate / ROUNDS / requests.length;
      }
      const [first, second] = [summarize(alone), summarize(contended)];
      comparisons.push({
        name: request.name,
        alone: first,
        withGreedy: second,
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
    `one client that sends a request every ${PAUSE} ms, alone and with a greedy one of ${GREEDY_CONNECTIONS} connections; ` +
      `${DROPS} drops by ${ACCOUNTS} accounts, ${ROUNDS} rounds of ${SECONDS} s\n`,
  );
  const heads = ['p50 alone', 'p50 greedy', 'p99 alone', 'p99 greedy', 'ratio'];
  console.log(`${' '.repeat(20)}${heads.map((head) => head.padStart(12)).join('')}`);
  for (const { name, alone, withGreedy, ratio } of comparisons) {
    const times = [alone.p50, withGreedy.p50, alone.p99, withGreedy.p99].map(
      (ms) => `${ms.toFixed(1)} ms`,
    );
    const columns = [...times, ratio.toFixed(1)].map((column) => column.padStart(12));
    console.log(`${name.padEnd(20)}${columns.join('')}`);
  }
  console.log(`\nthe greedy client received ${greedyRate.toFixed(0)} responses per second`);
}

if (import.meta.main) {
  const bench = await benchSaturation();
  print(bench);
  const slow = bench.comparisons.filter(({ ratio }) => ratio > MAX_RATIO);
  if (slow.length > 0) {
    console.error(
      `more than ${MAX_RATIO} times as slow: ${slow.map(({ name }) => name).join(', ')}`,
    );
    process.exitCode = 1;
  }
}
