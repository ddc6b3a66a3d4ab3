import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listen } from '../../http/listen.ts';
import { RequestError } from '../../lib/request-error.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import { createLog } from '../../lib/log.ts';
import { writeImportingFunctions } from './fixtures/write-importing-functions.ts';
import { createFunctions } from './service.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(line) });

let folder: string;
let service: Service;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-functions-'));
  await cp(join(import.meta.dirname, 'fixtures/functions'), folder, { recursive: true });
  await writeImportingFunctions(folder);
  service = await createFunctions({
    folder,
    rules: {
      publishableKey: 'sb_publishable_test',
      secretKey: 'sb_secret_test',
      verifyToken: async (token) => {
        const sub = { good: 'ann', other: 'bob' }[token];
        if (!sub) throw new RequestError(401, 'bad_jwt', 'Invalid JWT');
        return { sub, role: 'authenticated', session_id: 's', aal: 'aal1', exp: 4e9 };
      },
    },
    settings: {
      open: { enabled: true, verify_jwt: false },
      'switched-off': { enabled: false, verify_jwt: true },
    },
    environment: { GREETING: 'hello' },
    log,
    limits: {
      duration: 1500,
      heapMb: 32,
      buffersMb: 64,
      threads: 2,
      waiting: 4,
      waitTimeout: 60_000,
      idleTime: 60_000,
      bodySize: 8_000_000,
    },
  });
  const app = new Hono<GatewayEnv>();
  app.use(async (context, next) => {
    context.set('clientAddress', '192.0.2.7');
    context.set('clientProtocol', 'https');
    context.set('requestId', 'request-1');
    await next();
  });
  app.route('/functions/v1', service.routes);
  server = await listen(app.fetch, '127.0.0.1', 0);
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/functions/v1`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop?.();
  await rm(folder, { recursive: true, force: true });
});

const call = (path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set('apikey', 'sb_publishable_test');
  if (!headers.has('authorization')) headers.set('authorization', 'Bearer good');
  return fetch(`${url}/${path}`, { ...init, headers });
};

const post = (path: string, body: Uint8Array<ArrayBuffer>) => call(path, { method: 'POST', body });

const errorOf = async (response: Response) => ({
  status: response.status,
  ...z.object({ code: z.string(), message: z.string() }).parse(await response.json()),
});

describe('a function', () => {
  it('receives the unchanged request, whose path begins with its name', async () => {
    const response = await call('echo/sub/path?a=1', {
      method: 'PUT',
      headers: {
        authorization: 'Bearer good',
        'x-forwarded-for': 'forged',
        'x-forwarded-proto': 'forged',
      },
      body: 'hello',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(response.headers.get('x-sb-request-id')).toBe('request-1');
    const received = z.looseObject({ url: z.string() }).parse(await response.json());
    expect(new URL(received.url)).toMatchObject({
      protocol: 'https:',
      pathname: '/echo/sub/path',
      search: '?a=1',
    });
    expect(received).toMatchObject({
      method: 'PUT',
      text: 'hello',
      address: '192.0.2.7',
      headers: {
        authorization: 'Bearer good',
        'x-forwarded-for': '192.0.2.7',
        'x-forwarded-proto': 'https',
      },
    });
  });

  it('can be called without a body', async () => {
    expect(await (await call('echo')).json()).toMatchObject({ method: 'GET', size: 0 });
  });

  it('has only the environment variables for functions', async () => {
    expect(await (await call('environment')).json()).toEqual({
      all: { GREETING: 'hello' },
      one: 'hello',
    });
  });

  it('receives bodies up to the limit, and larger ones are rejected', async () => {
    const largest = await post('echo', new Uint8Array(8_000_000));
    expect(await largest.json()).toMatchObject({ size: 8_000_000 });
    const tooLarge = await post('echo', new Uint8Array(8_000_001));
    expect(await errorOf(tooLarge)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    const chunked = await call('echo', {
      method: 'POST',
      body: new Blob([new Uint8Array(8_000_001)]).stream(),
      duplex: 'half',
    });
    expect(await errorOf(chunked)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
  });

  it('streams its response', async () => {
    const response = await call('stream?ticks=1000');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('tick\n'.repeat(1000));
  });

  it('is notified when its client disconnects, and its output is logged', async () => {
    const response = await call('stream?ticks=1e9');
    await response.body?.cancel();
    await expect
      .poll(() => lines.join())
      .toContain('"function":"stream","msg":"the client has disconnected"');
    expect(await (await call('stream?ticks=1')).text()).toBe('tick\n');
  });

  it('cannot set hop-by-hop headers or headers of the service', async () => {
    const response = await fetch(`${url}/open`);
    expect(response.headers.get('x-relay-error')).toBeNull();
    expect(response.headers.get('connection')).not.toBe('close');
  });

  it('runs its current source', async () => {
    const entry = join(folder, 'changing', 'index.ts');
    await cp(join(folder, 'open'), join(folder, 'changing'), { recursive: true });
    const respondWith = (text: string) =>
      writeFile(entry, `Deno.serve(() => new Response(${JSON.stringify(text)}));\n`);
    await respondWith('one');
    expect(await (await call('changing')).text()).toBe('one');
    await respondWith('three');
    expect(await (await call('changing')).text()).toBe('three');
  });
});

describe('a caller', () => {
  it('needs a valid token', async () => {
    expect((await fetch(`${url}/echo`)).status).toBe(401);
    expect(await errorOf(await fetch(`${url}/echo`))).toMatchObject({ code: 'UNAUTHORIZED' });
    const forged = await call('echo', { headers: { authorization: 'Bearer forged' } });
    expect(await errorOf(forged)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect((await call('echo', { headers: { authorization: 'Bearer good' } })).status).toBe(201);
  });

  it.each(['sb_publishable_test', 'sb_secret_test'])(
    'needs more than an api key if verify_jwt is on: %s',
    async (key) => {
      for (const headers of [{ apikey: key }, { apikey: key, authorization: `Bearer ${key}` }]) {
        expect(await errorOf(await fetch(`${url}/echo`, { headers }))).toEqual({
          status: 401,
          code: 'UNAUTHORIZED',
          message: 'This function is for people who are signed in: an API key is not enough',
        });
      }
    },
  );

  it('needs no token if verify_jwt is off, and the function receives its headers', async () => {
    const response = await fetch(`${url}/open`, { headers: { authorization: 'Bearer whatever' } });
    expect(await response.text()).toBe('Bearer whatever');
  });
});

describe('a page of another origin', () => {
  const preflight = (name: string) => fetch(`${url}/${name}`, { method: 'OPTIONS' });

  it('is allowed by the function itself, which is called without a key', async () => {
    const response = await preflight('cors');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://one.example');
    expect((await call('cors')).headers.get('access-control-allow-origin')).toBe(
      'https://one.example',
    );
  });

  it('is not allowed if the function sets no CORS headers', async () => {
    expect((await call('echo')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may read the service’s errors', async () => {
    for (const response of [await call('absent'), await fetch(`${url}/echo`)]) {
      expect(response.ok).toBe(false);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('the service', () => {
  it.each(['absent', 'switched-off', '..%2Fopen', '.hidden', 'echo%00', ''])(
    'responds with 404 to the unknown function %j',
    async (name) => {
      expect(await errorOf(await call(name))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: 'Requested function was not found',
      });
    },
  );

  it('responds with 500 when a function throws, logs the error, and keeps the thread', async () => {
    expect(await (await call('throws')).text()).toBe('1');
    expect(await errorOf(await call('throws?fail'))).toMatchObject({
      status: 500,
      code: 'WORKER_ERROR',
    });
    expect(lines.join()).toContain('as asked');
    expect(await (await call('throws')).text()).toBe('3');
  });

  it('responds with 500 when the thread exits, and starts another', async () => {
    expect(await errorOf(await call('exits?fail'))).toMatchObject({ code: 'WORKER_ERROR' });
    expect(await (await call('exits')).text()).toBe('1');
  });

  it('responds with 500 when a function returns no response', async () => {
    expect(await errorOf(await call('odd'))).toMatchObject({ code: 'WORKER_ERROR' });
  });

  it('responds with 546 when a function computes for too long, and continues to serve others', async () => {
    const stuck = call('stuck');
    expect((await call('echo')).status).toBe(201);
    expect(await errorOf(await stuck)).toMatchObject({ status: 546, code: 'WORKER_LIMIT' });
  });

  it('responds with 504 when a function waits for too long', async () => {
    expect(await errorOf(await call('silent'))).toMatchObject({
      status: 504,
      code: 'IDLE_TIMEOUT',
    });
  });

  it('responds with 546 when a function’s heap exceeds the limit', async () => {
    expect(await errorOf(await call('greedy'))).toMatchObject({
      status: 546,
      code: 'WORKER_LIMIT',
    });
  });

  it('responds with 546 when a function’s buffers exceed the limit, and continues to serve others', async () => {
    const hoarder = call('hoards');
    expect((await call('echo')).status).toBe(201);
    expect(await errorOf(await hoarder)).toMatchObject({ status: 546, code: 'WORKER_LIMIT' });
    expect(lines.join()).toContain('its buffers have grown to');
    expect((await call('echo')).status).toBe(201);
  });

  it.each(['broken', 'no-serve'])(
    'responds with 503 when a function does not start: %s',
    async (name) => {
      expect(await errorOf(await call(name))).toMatchObject({ status: 503, code: 'BOOT_ERROR' });
    },
  );

  it('names an unsupported import in the log at the start and in responses', async () => {
    const warned = lines
      .filter((line) => line.includes('has an import that is not served here'))
      .map((line) =>
        z.object({ function: z.string(), import: z.string() }).parse(JSON.parse(line)),
      );
    expect(warned).toEqual([
      { function: 'from-jsr', import: 'jsr:@std/answer@1' },
      { function: 'from-npm', import: 'npm:left-pad@1.3.0' },
    ]);
    expect(await errorOf(await call('from-npm'))).toEqual({
      status: 503,
      code: 'BOOT_ERROR',
      message: 'Function failed to start (its import of npm:left-pad@1.3.0 is not served here)',
    });
    expect(await errorOf(await call('from-jsr'))).toEqual({
      status: 500,
      code: 'WORKER_ERROR',
      message:
        'Function exited due to an error (its import of jsr:@std/answer@1 is not served here)',
    });
  });

  const asAnn = { headers: { authorization: 'Bearer good' } };
  const asBob = { headers: { authorization: 'Bearer other' } };

  it('responds with 429 to an account that has too many waiting requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('silent', asAnn)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(statuses.filter((status) => status === 504)).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('has a thread for one account while another account has sent twenty requests', async () => {
    const answered: { who: string; status: number }[] = [];
    const send = async (who: string, init: RequestInit) => {
      const { status } = await call('silent', init);
      answered.push({ who, status });
    };
    const greedy = Array.from({ length: 20 }, () => send('ann', asAnn));
    // One runs and two wait; the others are rejected.
    await expect.poll(() => answered, { timeout: 10_000 }).toHaveLength(17);
    answered.length = 0;
    await send('bob', asBob);
    // It ran until its deadline, and did not wait for all requests of the other account.
    expect(answered.at(-1)).toEqual({ who: 'bob', status: 504 });
    expect(answered.length).toBeLessThan(4);
    await Promise.all(greedy);
    expect(answered).toHaveLength(4);
  });

  it('responds to HEAD without a body, and frees the thread at once', async () => {
    for (const name of ['echo', 'stream']) {
      const whole = await call(name);
      const head = await call(name, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([whole.status, '']);
      expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'));
      await whole.text();
    }
    await expect.poll(() => service.gauges?.()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('rejects other methods, and lists the allowed ones', async () => {
    const refused = await call('echo', { method: 'PROPFIND' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  });
});
