// Requests that no HTTP client would send, written byte by byte.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestAddress } from '../../apps/backend/src/http/identify-caller.ts';
import { signUp, type Person } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
let ann: Person;
let token: string;

beforeAll(async () => {
  ann = await signUp(backend, 'ann');
  const { data } = await ann.client.auth.getSession();
  token = data.session?.access_token ?? '';
});

interface Said {
  /** The statuses of all answers, in order. */
  readonly statuses: number[];
  readonly text: string;
}

/** Writes bytes on a new connection, and reads until the server closes the connection. */
async function say(bytes: string): Promise<Said> {
  const { hostname, port } = new URL(backend.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  // A reset by the server also ends the reading.
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  const statuses = Array.from(text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm), ([, status]) =>
    Number(status),
  );
  return { statuses, text };
}

const request = (line: string, headers: readonly string[] = [], body = '') =>
  [
    `${line} HTTP/1.1`,
    'host: here',
    `apikey: ${backend.publishableKey}`,
    ...headers,
    '',
    body,
  ].join('\r\n');

const post = (headers: readonly string[], body = '') =>
  request('POST /rest/v1/rpc/today_stats', headers, body);

const close = 'connection: close';

describe('a request with ambiguous framing', () => {
  const smuggled = 'GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n';

  it.each<[what: string, bytes: () => string]>([
    ['two lengths', () => post(['content-length: 5', 'content-length: 6'], `{"a":${smuggled}`)],
    ['a length twice', () => post(['content-length: 2', 'content-length: 2'], `{}${smuggled}`)],
    [
      'a length and chunks',
      () => post(['content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${smuggled}`),
    ],
    ['an unknown coding', () => post(['transfer-encoding: xchunked'], `0\r\n\r\n${smuggled}`)],
    [
      'two codings',
      () => post(['transfer-encoding: chunked', 'transfer-encoding: x'], `0\r\n\r\n${smuggled}`),
    ],
    ['a chunk of no size', () => post(['transfer-encoding: chunked'], `zz\r\n${smuggled}`)],
    ['a space before the colon', () => post(['content-length : 2'], `{}${smuggled}`)],
    ['a folded header', () => post(['x: a\r\n b', close], smuggled)],
    ['a negative length', () => post(['content-length: -1'], smuggled)],
    ['an endless length', () => post(['content-length: 99999999999999999999'], smuggled)],
    ['lines that end in LF alone', () => 'GET /healthz HTTP/1.1\nhost: here\n\n'],
    ['a zero byte in a header', () => post(['x: a\0b'], smuggled)],
    ['a zero byte in the target', () => request('GET /he\0lthz')],
    ['no version', () => 'GET /healthz\r\n\r\n'],
    ['a version that is none', () => 'GET /healthz HTTP/3.7\r\nhost: here\r\n\r\n'],
    ['no host', () => `GET /healthz HTTP/1.1\r\n${close}\r\n\r\n`],
    ['a host that is none', () => `GET / HTTP/1.1\r\nhost: a"><script>\r\n${close}\r\n\r\n`],
  ])('is refused, and the rest of its connection is not read: %s', async (_what, bytes) => {
    expect((await say(bytes())).statuses).toEqual([400]);
  });
});

it.each(['/healthz', '/rest/v1/profiles?select=username'])(
  'HTTP/1.0 without a host is served: %s',
  async (path) => {
    const { statuses } = await say(
      `GET ${path} HTTP/1.0\r\napikey: ${backend.publishableKey}\r\n\r\n`,
    );
    expect(statuses).toEqual([200]);
  },
);

describe('a target', () => {
  it('is served under this server’s rules in absolute form, whatever its host', async () => {
    const target = 'GET http://elsewhere.example/rest/v1/profiles?select=username';
    expect((await say(request(target, [close]))).statuses).toEqual([200]);
    const keyless = `${target} HTTP/1.1\r\nhost: here\r\n${close}\r\n\r\n`;
    expect((await say(keyless)).statuses).toEqual([401]);
  });

  it.each([
    ['CONNECT 127.0.0.1:5432', []],
    ['GET elsewhere.example:80', [400]],
    ['GET http://[', [400]],
    ['OPTIONS *', [400]],
    ['GET //elsewhere.example/rest/v1/profiles', [404]],
    ['GET //[', [404]],
    ['GET /../../../../etc/passwd', [404]],
    ['GET /assets/..%2f..%2f..%2f..%2fetc%2fpasswd', [404]],
    ['GET /assets/%2e%2e/%2e%2e/package.json', [404]],
    ['GET /%00', [404]],
    ['GET /functions/v1/..%2f..%2fapps', [404]],
    ['POST /functions/v1/__proto__', [404]],
    ['GET /__proto__/v1/x', [404]],
  ])('is not found or refused: %s', async (line, statuses) => {
    expect((await say(request(line, [close]))).statuses).toEqual(statuses);
  });

  it('does not reach another service without its key by dot segments', async () => {
    const line = 'GET /functions/v1/../../rest/v1/profiles HTTP/1.1';
    const { statuses } = await say(`${line}\r\nhost: here\r\n${close}\r\n\r\n`);
    expect(statuses).toEqual([401]);
  });
});

describe('an oversized request', () => {
  it.each<[what: string, bytes: () => string]>([
    [
      'ten thousand headers',
      () =>
        request(
          'GET /healthz',
          Array.from({ length: 20_000 }, () => 'x:'),
        ),
    ],
    ['one long header', () => request('GET /healthz', [`x: ${'a'.repeat(50_000)}`])],
    ['a long address', () => request(`GET /rest/v1/profiles?select=${'a'.repeat(200_000)}`)],
  ])('is answered 431 with a message when its head is too large: %s', async (_what, bytes) => {
    const { statuses, text } = await say(bytes());
    expect(statuses).toEqual([431]);
    expect(text).toContain('"message":"Request Header Fields Too Large"');
  });

  it.each<[path: string, shape: object]>([
    ['/rest/v1/profiles', { code: 'uri_too_long', details: null, hint: null }],
    ['/auth/v1/user', { code: 414, error_code: 'validation_failed' }],
    ['/storage/v1/bucket', { statusCode: '414', error: 'InvalidRequest' }],
    ['/storage/v1/object/sign/voice-drops/x', { statusCode: '414', error: 'InvalidRequest' }],
    ['/functions/v1/oembed', { code: 'URI_TOO_LONG' }],
  ])(
    'is answered 414 in its service’s shape when its address is too long: %s',
    async (path, shape) => {
      const response = await fetch(`${backend.url}${path}?x=${'a'.repeat(longestAddress)}`, {
        headers: { apikey: backend.publishableKey },
      });
      expect(response.status).toBe(414);
      expect(await response.json()).toMatchObject(shape);
    },
  );

  it('is served with a filter of eight hundred ids', async () => {
    const ids = Array.from({ length: 799 }, () => randomUUID());
    const { data, error } = await ann.client
      .from('profiles')
      .select('user_id')
      .in('user_id', [...ids, ann.id]);
    expect([data, error]).toEqual([[{ user_id: ann.id }], null]);
  });

  it('is answered 413 for an oversized chunk extension', async () => {
    const extension = `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`;
    expect((await say(post(['transfer-encoding: chunked'], extension))).statuses).toEqual([413]);
  });

  it.each([
    ['/auth/v1/signup', 'application/json', 413, '"error_code":"request_entity_too_large"'],
    ['/rest/v1/rpc/today_stats', 'application/json', 413, '"code":"body_too_large"'],
    ['/functions/v1/voice-transform', 'application/json', 413, '"code":"BODY_TOO_LARGE"'],
    ['/storage/v1/object/voice-drops/x.wav', 'audio/wav', 400, '"statusCode":"413"'],
  ])(
    'is refused by its content-length before it is sent: %s',
    async (path, type, status, shape) => {
      const headers = [`content-type: ${type}`, 'content-length: 9999999999'];
      const { statuses, text } = await say(request(`POST ${path}`, headers, '{'));
      expect(statuses).toEqual([status]);
      expect(text).toContain(shape);
    },
  );

  it.each(['expect: 200-maybe'])(
    'is answered 417 for an unknown expectation: %s',
    async (header) => {
      const { statuses } = await say(post([header, 'content-length: 2', close], '{}'));
      expect(statuses).toEqual([417]);
    },
  );
});

describe('a request that ends early', () => {
  const half = async (line: string, headers: readonly string[], body: string) => {
    const { hostname, port } = new URL(backend.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      request(line, [`authorization: Bearer ${token}`, 'content-length: 1000', ...headers], body),
    );
    await once(socket, 'ready');
    socket.end();
    socket.resume();
    await once(socket, 'close');
  };

  it('leaves neither a row nor a file', async () => {
    const { id } = ann;
    const json = ['content-type: application/json', 'prefer: return=minimal'];
    await half('PATCH /rest/v1/profiles', json, '{"bio":"half"}');
    await half('POST /rest/v1/blocks', json, `{"blocker_id":"${id}","blocked_id":"`);
    await half('PUT /auth/v1/user', json, '{"data":{"colour":"half"}}');
    const path = `${id}/half.wav`;
    const wav = ['content-type: audio/wav'];
    await half(`POST /storage/v1/object/voice-drops/${path}`, wav, 'RIFF\0\0\0\0WAVEfmt ');

    const { data } = await ann.client.from('profiles').select('bio').eq('user_id', id).single();
    expect(data).toEqual({ bio: null });
    expect((await ann.client.from('blocks').select()).data).toEqual([]);
    const { data: account } = await ann.client.auth.getUser();
    expect(account.user?.user_metadata).not.toHaveProperty('colour');
    expect((await ann.client.storage.from('voice-drops').list(id)).data).toEqual([]);
    const files = async () => (await storedFiles(backend.dataDir)).size;
    await expect.poll(files, { timeout: 20_000 }).toBe(0);
  });
});

it('the server still answers after all of these requests', async () => {
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
  expect(backend.process.exitCode).toBeNull();
});
