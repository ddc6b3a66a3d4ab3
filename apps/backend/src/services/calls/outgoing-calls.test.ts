import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalRequests } from '../../http/internal-requests.ts';
import type { GatewayEnv } from '../../http/service.ts';
import type { Sql, TransactionSql } from '../../database/sql.ts';
import { createCalls, type Calls } from './service.ts';

const running = await startTemporaryDatabase({
  supabaseFolder: join(import.meta.dirname, 'fixtures/supabase'),
});
const { admin } = running.database;
const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

/** The requests that the server of a host outside has received: method, path, content type, body. */
const received: string[] = [];

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  received.push(`${method} ${url} ${headers['content-type']} ${Buffer.concat(chunks).toString()}`);
  if (url === '/silent') return;
  if (url === '/moved') response.writeHead(302, { location: '/secret' });
  if (url === '/large') response.write('x'.repeat(2000));
  response.end('a\0b');
};
const outside = createServer((request, response) => void respond(request, response));

const functions = new Hono<GatewayEnv>().get('/hello', (context) =>
  context.json({ query: context.req.query('q'), from: context.get('clientAddress') }, 201),
);

let sql: Sql;
let calls: Calls;
let host: string;

beforeAll(async () => {
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const address = outside.address();
  host = typeof address === 'object' ? `127.0.0.1:${address?.port}` : '';
  sql = await running.openSessionOf('postgres', { name: 'test' });
  calls = await createCalls({
    database: running.database,
    targets: {
      origins: new Set(['https://site.example']),
      sendToFunctions: internalRequests('functions', { routes: functions }, log),
      hosts: new Set([host]),
    },
    log,
    limits: { responseSize: 1000, active: 2 },
  });
});
afterAll(async () => {
  await calls.stop();
  outside.closeAllConnections();
  outside.close();
  await sql.end();
  await running.stop();
});

const responseTo = async (id: string | undefined) => {
  const read = async () =>
    (
      await sql`
        select status_code as status, content_type as type, content, timed_out, error_msg as error
        from net._http_response where id = ${id!}`
    )[0];
  await expect.poll(read).toBeDefined();
  return read();
};

const get = async (url: string, timeout = 5000, by: TransactionSql = sql) => {
  const [row] = await by<{ id: string }[]>`
    select net.http_get(${url}, timeout_milliseconds := ${timeout}) as id`;
  return row?.id;
};

it('a request to one of the backend’s functions is answered, with encoded parameters', async () => {
  const [row] = await sql<{ id: string }[]>`
    select net.http_get('https://site.example/functions/v1/hello', '{"q": "ä &\u00a0=é"}') as id`;
  expect(await responseTo(row?.id)).toEqual({
    status: 201,
    type: 'application/json',
    content: JSON.stringify({ query: 'ä &\u00a0=é', from: '127.0.0.1' }),
    timed_out: false,
    error: null,
  });
});

it('a request to a host of the operator’s list has its method, headers and body', async () => {
  const [row] = await sql<{ post: string; delete: string }[]>`
    select net.http_post(${`http://${host}/a?b=1`}, '{"c": 2}', '{"d": "3"}', '{"x": "y"}') as post,
      net.http_delete(${`http://${host}/e`}) as delete`;
  // PostgreSQL's text has no NUL.
  expect(await responseTo(row?.post)).toMatchObject({ status: 200, content: 'a\u{FFFD}b' });
  expect(await responseTo(row?.delete)).toMatchObject({ status: 200 });
  expect(received).toContain('POST /a?b=1&d=3 application/json {"c": 2}');
  expect(received).toContain('DELETE /e undefined ');
});

it('more requests than may be under way are all sent', async () => {
  const ids = await sql<{ id: string }[]>`
    select net.http_get(${`http://${host}/many`}) as id from generate_series(1, 7)`;
  for (const { id } of ids) expect(await responseTo(id)).toMatchObject({ status: 200 });
});

it('a request is sent after the commit, and never when it is rolled back', async () => {
  await sql
    .begin(async (transaction) => {
      await get(`http://${host}/rolled-back`, 5000, transaction);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await sql.begin(async (transaction) => {
    await get(`http://${host}/committed`, 5000, transaction);
  });
  await expect.poll(() => received.join()).toContain('/committed');
  expect(received.join()).not.toContain('/rolled-back');
});

it('a redirect is not followed', async () => {
  expect(await responseTo(await get(`http://${host}/moved`))).toMatchObject({ status: 302 });
  expect(received.join()).not.toContain('/secret');
});

it('a request is given up after its time, and a response that is too large', async () => {
  expect(await responseTo(await get(`http://${host}/silent`, 1))).toMatchObject({
    status: null,
    timed_out: true,
    error: 'Timeout of 1 ms reached',
  });
  expect(await responseTo(await get(`http://${host}/large`))).toMatchObject({
    status: null,
    timed_out: false,
    error: 'the body is too large',
  });
});

it.each([
  ['http://127.0.0.1:1/', '"127.0.0.1:1" is not among OUTGOING_HOSTS'],
  ['http://169.254.169.254/latest', '"169.254.169.254" is not among OUTGOING_HOSTS'],
  ['https://site.example.evil.example/functions/v1/hello', 'is not among OUTGOING_HOSTS'],
  ['http://site.example/functions/v1/hello', 'is not among OUTGOING_HOSTS'],
  ['https://site.example./functions/v1/hello', 'is not among OUTGOING_HOSTS'],
  ['https://site.example:8443/functions/v1/hello', 'is not among OUTGOING_HOSTS'],
  ['https://sıte.example/functions/v1/hello', 'is not among OUTGOING_HOSTS'],
  ['http://[::1]:1/', '"[::1]:1" is not among OUTGOING_HOSTS'],
  ['http://[::ffff:7f00:1]/', 'is not among OUTGOING_HOSTS'],
  ['http://2130706433:1/', '"127.0.0.1:1" is not among OUTGOING_HOSTS'],
  ['https://site.example@evil.example/functions/v1/hello', 'user information is refused'],
  ['https://user:secret@site.example/functions/v1/hello', 'user information is refused'],
  ['https://site.example//evil.example/functions/v1/hello', 'calls reach /functions/v1/ only'],
  ['https://site.example/rest/v1/secrets', 'calls reach /functions/v1/ only'],
  ['https://site.example/functions/v1/../../rest/v1/', 'calls reach /functions/v1/ only'],
  ['https://site.example/functions/v1/%2e%2e/%2e%2e/rest/v1/', 'calls reach /functions/v1/ only'],
  ['file:///etc/passwd', 'is not among OUTGOING_HOSTS'],
  ['no url', 'no url'],
])('a request to %s is refused and logged', async (url, reason) => {
  lines.length = 0;
  const response = await responseTo(await get(url));
  expect(response).toMatchObject({ status: null });
  expect(response?.error).toContain(reason);
  expect(lines).toMatchObject([{ msg: 'a call failed', error: response?.error }]);
});

it('responses are deleted after six hours', async () => {
  await admin`
    insert into net._http_response (id, created)
    values (-1, now() - interval '361 minutes'), (-2, now() - interval '359 minutes')`;
  await calls.stop();
  const next = await createCalls({
    database: running.database,
    targets: {
      origins: new Set(),
      sendToFunctions: internalRequests('functions', { routes: functions }, log),
      hosts: new Set(),
    },
    log,
  });
  const kept = async () => [...(await sql`select id from net._http_response where id < 0`)];
  await expect.poll(kept).toEqual([{ id: '-2' }]);
  await next.stop();
});
