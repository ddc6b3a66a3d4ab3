// node apps/backend/bench/read-feed.ts <url> <headers as JSON>
// A process of a bench: reads the feed until it receives a message, and then sends the time of each read, ms.
import { setTimeout as delay } from 'node:timers/promises';
import { CheapClient } from './cheap-client.ts';
import { feedPath } from './fill.ts';

/** Between two reads, ms. */
const PAUSE = 10;

const [, , url = '', headers = ''] = process.argv;
const client = new CheapClient(url);
const end = new AbortController();
process.once('message', () => end.abort());
const times: number[] = [];
while (!end.signal.aborted) {
  const started = performance.now();
  await client.send('GET', `/rest/v1/${feedPath}`, JSON.parse(headers), null, 100);
  times.push(performance.now() - started);
  await delay(PAUSE);
}
client.close();
process.send?.(times);
