// node apps/backend/bench/saturation.bench.ts
// Times a page of the feed and a write of one client, alone and while another client at another address
// sends the most expensive allowed queries on 24 connections. Fails if the 99th percentile is more than
// three times as long.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { setTimeout as delay } from 'node:timers/promises';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp, type Account } from './account.ts';
import { CheapClient } from './cheap-client.ts';
import { drive } from './drive.ts';
import { ACCOUNTS, author, DROPS, feedPath, fill } from './fill.ts';
import { median, percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';

const GREEDY_CONNECTIONS = 24;
/** Both cases alternate, since a machine's speed varies during a run. */
const ROUNDS = 4;
const SECONDS = 5;
/** Between two requests of the normal client, ms. */
const PAUSE = 10;
/** The maximum ratio of the normal client's waits with and without the greedy one. */
const MAX_RATIO = 3;

/** The most expensive queries for PostgreSQL: policies are evaluated for every drop, without a useful index. */
const greedyPaths = [
  `voice_drops?select=id,title,waveform,${author},likes:voice_drop_likes(id)&order=title.desc,id.desc&limit=200`,
  `voice_drops?select=id,${author}&title=ilike.*z*z*z*&order=duration.desc,id.desc&limit=1000`,
];

/** The headers of a client with its own address, as a proxy on this machine would forward them. */
const headersOf = (backend: TestBackend, { accessToken }: Account, address: string) => ({
  apikey: backend.publishableKey,
  authorization: `Bearer ${accessToken}`,
  'x-forwarded-for': address,
});

type Send = (client: CheapClient) => Promise<void>;

/** The requests of the normal client. */
const requestsOf = (backend: TestBackend, account: Account): Record<string, Send> => {
  const headers = headersOf(backend, account, '192.0.2.1');
  const body = Buffer.from(JSON.stringify({ bio: 'Says little' }));
  const writing = {
    ...headers,
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const profile = `/rest/v1/profiles?user_id=eq.${account.id}&select=bio`;
  return {
    'a page of the feed': (client) =>
      client.send('GET', `/rest/v1/${feedPath}`, headers, null, 1000),
    'a write': (client) => client.send('PATCH', profile, writing, body, 2),
  };
};

/** Sends requests for some seconds. @returns the time that each took, ms */
async function time({ url }: TestBackend, send: Send): Promise<number[]> {
  const client = new CheapClient(url);
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

/** Starts a client that sends as many requests as it can. @returns its responses per second, at its end */
async function sendGreedily(backend: TestBackend, account: Account): Promise<number> {
  const loads = greedyPaths.map((path) =>
    drive({
      url: `${backend.url}/rest/v1/${path}`,
      headers: headersOf(backend, account, '192.0.2.2'),
      connections: GREEDY_CONNECTIONS / greedyPaths.length,
      // The load starts before and ends after the measurement.
      seconds: SECONDS + 2,
      mayBeRefused: true,
    }),
  );
  return (await Promise.all(loads)).reduce((sum, { rate }) => sum + rate, 0);
}

const backend = await startBackend({ env: { ...allocatorSettings, TRUSTED_PROXIES: '127.0.0.1' } });
try {
  const normal = await signUp(backend, 'normal');
  const greedy = await signUp(backend, 'greedy');
  await fill(backend);
  const rows: Rows = {};
  for (const [name, send] of Object.entries(requestsOf(backend, normal))) {
    const alone: number[] = [];
    const contended: number[] = [];
    const greedyRates: number[] = [];
    await time(backend, send);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await time(backend, send)));
      const greedyRate = sendGreedily(backend, greedy);
      await delay(1000);
      contended.push(...(await time(backend, send)));
      greedyRates.push(await greedyRate);
    }
    const [p99Alone, p99] = [percentile(alone, 0.99), percentile(contended, 0.99)];
    if (p99 > MAX_RATIO * p99Alone) process.exitCode = 1;
    rows[name] = {
      'p50 alone, ms': median(alone),
      'p50 greedy, ms': median(contended),
      'p99 alone, ms': p99Alone,
      'p99 greedy, ms': p99,
      'ratio of p99': p99 / p99Alone,
      'greedy requests/s': median(greedyRates),
    };
  }
  report(
    `one client that sends a request every ${PAUSE} ms, alone and with a greedy one of ${GREEDY_CONNECTIONS} connections; ` +
      `${DROPS} drops by ${ACCOUNTS} accounts, ${ROUNDS} rounds of ${SECONDS} s; the ratio is at most ${MAX_RATIO}`,
    rows,
  );
} finally {
  await backend.stop();
}
