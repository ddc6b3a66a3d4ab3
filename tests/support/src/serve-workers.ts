import { once } from 'node:events';
import { createServer } from 'node:http';

interface Stoppable {
  stop(): Promise<void>;
}

/** What each worker of a run requests, and the stop of all of it. */
interface ServedToWorkers {
  /** The address that `requestFromRun` requests. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts a server or a database for each worker, at the worker's first request, for the test files that the
 * worker runs one after another.
 * @param start starts the one that a worker requests by this name
 * @param describe what the worker needs to know of it, as JSON
 */
export async function serveWorkers<T extends Stoppable>(
  start: (name: string) => Promise<T>,
  describe: (started: T) => unknown,
): Promise<ServedToWorkers> {
  const all = new Map<string, Promise<T>>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const name = searchParams.get('name') ?? '';
    const key = `${pathname} ${name}`;
    const started = all.get(key) ?? start(name);
    all.set(key, started);
    started.then(
      (each) => response.end(JSON.stringify(describe(each))),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port is bound');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      for (const started of all.values()) {
        // One that did not start has already failed the files that requested it.
        await started.then(
          (each) => each.stop(),
          () => undefined,
        );
      }
    },
  };
}

/**
 * Returns the description of what this worker's files share.
 * @param address the address of `serveWorkers`, which its global setup provides
 * @throws with the reason when it did not start
 */
export async function requestFromRun<T>(address: string, name = ''): Promise<T> {
  const query = new URLSearchParams({ name }).toString();
  const response = await fetch(`${address}/${process.env.VITEST_POOL_ID}?${query}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  const description: T = JSON.parse(answer);
  return description;
}
