import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../lib/log.ts';
import { Metrics } from '../operations/metrics.ts';
import { createGateway } from './gateway.ts';
import { ClientRates } from './client-rates.ts';
import { listen } from './listen.ts';
import type { GatewayEnv } from './service.ts';
import { TrustedProxies } from '../lib/trusted-proxies.ts';

const lines: string[] = [];
const metrics = new Metrics('Product', ['slow']);
let server: Server;
let asked: PromiseWithResolvers<void>;
let finish: PromiseWithResolvers<void>;

beforeAll(async () => {
  const routes = new Hono<GatewayEnv>();
  routes.onError((_error, context) => context.json({ message: 'broken' }, 500));
  routes.post('/body', async (context) => {
    asked.resolve();
    return context.json(await context.req.json());
  });
  routes.get('/answer', async (context) => {
    asked.resolve();
    await finish.promise;
    return context.text('done');
  });
  routes.get('/error', () => {
    throw new Error('a mistake');
  });
  const rates = new ClientRates({ perAddress: 100, perAccount: 100 });
  const gateway = createGateway({
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    trustedProxies: new TrustedProxies(),
    services: { slow: { routes } },
    site: null,
    siteRates: rates,
    checkHealth: async () => undefined,
    measure: metrics.measure,
  });
  server = await listen((request, env) => gateway.fetch(request, env), '127.0.0.1', 0);
});
beforeEach(() => {
  lines.length = 0;
  asked = Promise.withResolvers();
  finish = Promise.withResolvers();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const portOf = (): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** Sends a request, or its beginning, and closes the connection once the server works on it. */
const disconnectAfter = async (text: string): Promise<void> => {
  const socket = connect(portOf(), '127.0.0.1');
  socket.write(text);
  await asked.promise;
  const gone = new Promise<void>((resolve) => {
    server.getConnections((_error, before) => {
      const check = () =>
        server.getConnections((_later, now) => (now < before ? resolve() : setImmediate(check)));
      socket.resetAndDestroy();
      check();
    });
  });
  await Promise.all([once(socket, 'close'), gone]);
  finish.resolve();
};

const logged = async (): Promise<unknown> => {
  await expect.poll(() => lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
};

const info = 30;
const error = 50;

it('a client that disconnects amid its request is logged with 499, not as an error', async () => {
  await disconnectAfter(
    'POST /slow/v1/body HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n\r\nhalf',
  );
  expect(await logged()).toMatchObject({ level: info, status: 499 });
});

it('a client that disconnects before its response is logged with 499', async () => {
  await disconnectAfter('GET /slow/v1/answer HTTP/1.1\r\nhost: here\r\n\r\n');
  expect(await logged()).toMatchObject({ level: info, status: 499 });
});

it('only an error of the server is logged and counted as an error', async () => {
  await fetch(`http://127.0.0.1:${portOf()}/slow/v1/error`);
  expect(await logged()).toMatchObject({
    level: error,
    status: 500,
    err: { message: 'a mistake' },
  });
  const counts = (await metrics.print()).split('\n').filter((line) => line.includes('_count{'));
  expect(counts.filter((line) => line.includes('status="5xx"'))).toEqual([
    expect.stringMatching(/method="GET".* 1$/),
  ]);
});
