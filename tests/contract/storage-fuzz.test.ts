import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Person } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { wavOf } from './fixtures/wav.ts';

const REQUESTS = 10_000;
const AT_ONCE = 16;
const SEED = 20_261_121;

let backend: TestBackend;
let ann: Person;
let bob: Person;
let token: string;

beforeAll(async () => {
  backend = await startBackend();
  [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
  const { data } = await ann.client.auth.getSession();
  token = data.session?.access_token ?? '';
});
afterAll(() => backend.stop());

/** Seeded random numbers from 0 to 1 (mulberry32), the same in every run. */
const random = (() => {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
})();
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

/** Object keys, most of them invalid. */
const keys = () => [
  `${ann.id}/1.wav`,
  `${ann.id}/2.wav`,
  `${ann.id}/3.mp3`,
  `${ann.id}/${'a'.repeat(1100)}`,
  `${bob.id}/1.wav`,
  `avatars/${ann.id}_1.png`,
  `avatars/${bob.id}_1.png`,
  '',
  '/',
  '..',
  '../../secrets.json',
  '%2e%2e%2f%2e%2e%2fsecrets.json',
  '%00',
  '%ff%fe',
  '%',
  'a%2Fb',
  'a\\b',
  'é😀',
  "' or 1=1 --",
  '{}',
  '*',
];

const hostile = () => [
  ...keys(),
  null,
  0,
  -1,
  1e300,
  Number.MAX_SAFE_INTEGER,
  true,
  '\0',
  '\ud800',
  [],
  {},
  { column: 'name; drop', order: 'up' },
  ['\0', '\ud800', ...keys()],
  'x'.repeat(100_000),
];

const roots = [
  'object',
  'object/authenticated',
  'object/public',
  'object/sign',
  'object/info',
  'object/info/public',
  'object/list',
  'object/list-v2',
  'object/upload/sign',
  'object/move',
  'object/copy',
  'bucket',
  'render/image/public',
  'upload/resumable',
  's3',
  'cdn',
];
const buckets = ['nowhere', '..', '%00', 'a'.repeat(300)];
const fields = [
  'prefix',
  'limit',
  'offset',
  'sortBy',
  'search',
  'expiresIn',
  'paths',
  'prefixes',
  'transform',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'copyMetadata',
];

const headerValues: Record<string, readonly string[]> = {
  range: [
    'bytes=0-',
    'bytes=-0',
    'bytes=9-1',
    'bytes=0-1,3-4',
    'bytes=-',
    'x',
    'bytes=99999999999999999999-',
  ],
  'if-range': ['"x"', 'yesterday'],
  'if-none-match': ['*', '"x"', 'W/"x",,'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  'content-type': [
    'audio/wav',
    'audio/mpeg',
    'image/png',
    'text/html',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/json',
    '/',
    'audio/*',
  ],
  'cache-control': ['max-age=60', 'no-store', 'max-age=99999999999999'],
  'x-upsert': ['true', 'false', '1'],
  'x-metadata': ['e30=', '????', Buffer.from('{"a":"\\u0000"}').toString('base64')],
  authorization: ['Bearer x', 'Bearer', 'Basic eDp5', `Bearer ${'a.'.repeat(500)}`],
  apikey: ['x', ''],
};

const query = () =>
  pick([
    '',
    '?token=x',
    '?token=a.b.c&token=d',
    '?download=%ff%00',
    '?download=é"\n',
    '?width=10&height=-1',
    '?limit=x&offset=-1&sortColumn=;',
    '?limit=99999999999999999999',
    '?search=%00',
  ]);

type Body = NonNullable<RequestInit['body']>;

const shortClip = wavOf(0.01);

const body = (): Body => {
  const kind = random();
  if (kind < 0.3) return shortClip;
  if (kind < 0.4)
    return pick([
      '',
      'null',
      '[',
      '"x"',
      '--x\r\n\r\n',
      '--x\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n',
    ]);
  const chosen = fields.filter(() => random() < 0.4);
  return JSON.stringify(Object.fromEntries(chosen.map((field) => [field, pick(hostile())])));
};

interface Shot {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Body | null;
}

const aim = (): Shot => {
  const method = pick(['GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH']);
  const headers: Record<string, string> = {
    apikey: backend.publishableKey,
    'content-type': pick(['application/json', 'audio/wav']),
    ...(random() < 0.8 && { authorization: `Bearer ${token}` }),
  };
  for (const [name, values] of Object.entries(headerValues)) {
    const isCredential = name === 'authorization' || name === 'apikey';
    if (random() < (isCredential ? 0.03 : 0.1)) headers[name] = pick(values);
  }
  const path = [
    pick(roots),
    random() < 0.85 ? 'voice-drops' : pick(buckets),
    random() < 0.4 ? pick(keys().slice(0, 2)) : pick(keys()),
  ].slice(0, random() < 0.7 ? 3 : 2);
  return {
    method,
    url: `${backend.url}/storage/v1/${path.join('/')}${query()}`,
    headers,
    body: method === 'GET' || method === 'HEAD' ? null : body(),
  };
};

test(`${REQUESTS} random requests break nothing and show nothing of another’s`, async () => {
  const secret = wavOf(0.3);
  const path = `${bob.id}/1.wav`;
  const files = bob.client.storage.from('voice-drops');
  await files.upload(path, secret, { contentType: 'audio/wav' });

  const broken: unknown[] = [];
  const statuses = new Map<number, number>();
  let left = REQUESTS;
  const shoot = async () => {
    while (left > 0) {
      left -= 1;
      const { url, ...init } = aim();
      const response = await fetch(url, init);
      const { byteLength } = await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status >= 500 || byteLength === secret.length)
        broken.push([response.status, url, init]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shoot));
  expect(broken).toEqual([]);
  // Most requests passed the key check, and some succeeded.
  for (const status of [200, 400, 401]) expect(statuses.get(status)).toBeGreaterThan(20);

  expect(await (await files.download(path)).data?.bytes()).toEqual(secret);
  const sql = postgres(backend.databaseUrl, { max: 1 });
  const rows = await sql<{ file: string; name: string }[]>`
    select left(id::text, 2) || '/' || id || '.' || version as file, name from storage.objects`;
  await sql.end();
  const stored = [...(await storedFiles(backend.dataDir)).keys()];
  expect(stored.toSorted()).toEqual(rows.map(({ file }) => file).toSorted());
  expect(rows.map(({ name }) => name)).toContain(path);
  for (const { name } of rows) expect(name === path || name.includes(ann.id)).toBe(true);
}, 300_000);
