import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ann, bob, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

interface TextResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request without a client library, which would normalise its path. */
const send = (method: string, path: string, body?: Uint8Array): Promise<TextResponse> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(storage.url);
    const sending = request(
      {
        port,
        method,
        path: `/storage/v1${path}`,
        headers: {
          apikey: 'sb_publishable_test',
          authorization: `Bearer ${ann}`,
          'content-type': path.startsWith('/object/list') ? 'application/json' : 'audio/wav',
        },
      },
      (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, body }),
          (error: unknown) => reject(error),
        );
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });

const names = async () =>
  (await storage.running.database.admin<{ name: string }[]>`select name from storage.objects`).map(
    ({ name }) => name,
  );

describe.each([
  ['a dot segment', `../${bob}/x.wav`],
  ['an escaped dot segment', `%2e%2e/${bob}/x.wav`],
  ['an escaped slash in a dot segment', `..%2f${bob}%2fx.wav`],
  ['a twice escaped dot segment', `%252e%252e/${bob}/x.wav`],
  ['a backslash', '..%5c..%5cx.wav'],
  ['a zero byte', 'x.wav%00.png'],
  ['a line break', 'x%0d%0aset-cookie:%20a=b.wav'],
  ['a percent sign', '100%25.wav'],
  ['a broken escape', '%zz.wav'],
  ['a byte that is not UTF-8', '%ff.wav'],
  ['half of a surrogate pair', '%ed%a0%80.wav'],
  ['unicode', '%C3%A9.wav'],
  ['a direction override', '%E2%80%AEvaw.wav'],
  ['1 024 characters and more', 'a'.repeat(1024)],
])('a key with %s', (_title, name) => {
  it.each([
    ['POST', '/object/clips'],
    ['PUT', '/object/clips'],
    ['GET', '/object/clips'],
    ['GET', '/object/public/clips'],
    ['GET', '/object/info/clips'],
    ['POST', '/object/upload/sign/clips'],
    ['DELETE', '/object/clips'],
  ])('is rejected by %s %s', async (method, base) => {
    const body = method === 'POST' || method === 'PUT' ? wav(10) : undefined;
    const { status } = await send(method, `${base}/${ann}/${name}`, body);
    expect(status).toBe(400);
    expect(await names()).toEqual([]);
    expect(await storage.files()).toEqual([]);
  });
});

describe('a key', () => {
  it.each([
    ['spaces, also at the end', 'my%20take%20.wav%20', 'my take .wav '],
    ['a plus sign', 'a+b.wav', 'a+b.wav'],
    ['an escaped slash', 'a%2Fb.wav', 'a/b.wav'],
    ['a dot in front', '.hidden.wav', '.hidden.wav'],
    ['three dots', '.../x.wav', '.../x.wav'],
    ['an escaped question mark', 'why%3F.wav', 'why?.wav'],
  ])('with %s is decoded exactly once', async (_title, escaped, name) => {
    const path = `/object/clips/${ann}/${escaped}`;
    expect((await send('POST', path, wav(10))).status).toBe(200);
    expect(await names()).toEqual([`${ann}/${name}`]);
    expect((await send('GET', path)).status).toBe(200);
    expect((await send('DELETE', path)).status).toBe(200);
    expect(await storage.files()).toEqual([]);
  });
});

describe('a hostile value in a body', () => {
  const send = async (path: string, body: unknown, method = 'POST') =>
    storage.fetch(ann, path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it.each([
    [{ prefix: 'a\0b' }],
    [{ prefix: '', search: '\0' }],
    [{ prefix: '\ud800' }],
    [{ prefix: '%', search: '_%' }],
    [{ prefix: '../../../' }],
    [{ prefix: "'; drop table storage.objects --" }],
    [{ prefix: '', limit: Number.MAX_SAFE_INTEGER, offset: Number.MAX_SAFE_INTEGER }],
    [{ prefix: '', limit: -1 }],
    [{ prefix: '', sortBy: { column: 'owner' } }],
    [{ prefix: 1 }],
    [null],
  ])('cannot list objects: %j', async (body) => {
    const response = await send('/object/list/clips', body);
    expect([200, 400]).toContain(response.status);
    const listed: unknown = response.ok ? await response.json() : [];
    expect(listed).toEqual([]);
  });

  it.each([['\0'], ['\ud800'], ['../x'], ['%2e%2e/x'], ['a'.repeat(5000)]])(
    'cannot be signed or removed as a path: %j',
    async (path) => {
      const signed = await send('/object/sign/clips', { expiresIn: 60, paths: [path] });
      expect(await signed.json()).toEqual([expect.objectContaining({ signedURL: null })]);
      const removed = await send('/object/clips', { prefixes: [path] }, 'DELETE');
      expect(await removed.json()).toEqual([]);
    },
  );

  it.each([['{"a":"\\u0000"}'], ['{"a":"\\ud800"}'], ['[]'], ['not json']])(
    'is stored or rejected as metadata of an upload: %s',
    async (metadata) => {
      const response = await storage.upload(ann, `clips/${ann}/noted.wav`, wav(10), {
        'x-upsert': 'true',
        'x-metadata': Buffer.from(metadata).toString('base64'),
      });
      expect([200, 400]).toContain(response.status);
    },
  );
});

it.each([['%ff'], ['%ed%a0%80'], ['%E2%80%AE"\r\n.exe'], ['%27()*%C3%A4.wav'], ['a'.repeat(2000)]])(
  'a download with the file name %j has a valid header',
  async (download) => {
    await storage.upload(ann, `clips/${ann}/named.wav`, wav(10), { 'x-upsert': 'true' });
    const response = await storage.fetch(
      ann,
      `/object/clips/${ann}/named.wav?download=${download}`,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=[\w.!~%-]+; filename\*=UTF-8''[\w.!~%-]+$/,
    );
  },
);
