import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain, listen } from '../../../http/listen.ts';
import type { GatewayEnv } from '../../../http/service.ts';
import { toStorageError } from '../errors.ts';
import { respondWithObject } from './object-response.ts';
import type { StoredObject } from './object-row.ts';
import { ObjectStore } from '../files/object-store.ts';

let folder: string;
let store: ObjectStore;
let server: Server;
/** The handler of the next request. */
let app: Hono<GatewayEnv>;

beforeAll(async () => {
  server = await listen((request, env) => app.fetch(request, env), '127.0.0.1', 0);
  folder = await mkdtemp(join(tmpdir(), 'undertone-response-'));
  store = await ObjectStore.open(folder);
});
afterAll(async () => {
  await drain(server, 0);
  await rm(folder, { recursive: true, force: true });
});

const put = async (id: string, text: string): Promise<StoredObject> => {
  const version = randomUUID();
  const received = await store.receive(Readable.from([Buffer.from(text)]), {
    permission: Promise.resolve(),
    sizeLimit: 1000,
    onTooLarge: () => new Error('too large'),
    inspect: () => undefined,
  });
  await store.place(received, { id, version });
  return {
    id,
    version,
    metadata: {
      eTag: `"${version}"`,
      size: received.size,
      mimetype: 'text/plain',
      cacheControl: 'max-age=60',
      lastModified: '2026-01-01T00:00:00.000Z',
      contentLength: received.size,
      httpStatusCode: 200,
    },
    userMetadata: null,
  };
};

/** Requests an object. `found` are the results of consecutive look-ups. */
const read = async (...found: (StoredObject | null)[]): Promise<Response> => {
  app = new Hono<GatewayEnv>();
  app.get('/', (context) =>
    respondWithObject(
      context,
      store,
      async () => (found.length > 1 ? found.shift() : found[0]) ?? null,
      { audience: 'private' },
    ),
  );
  app.onError((error) => {
    const { status, body } = toStorageError(error);
    return Response.json(body, { status });
  });
  const address = server.address();
  return fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
};

it('a download of an object that is replaced after the look-up has the new bytes', async () => {
  const id = randomUUID();
  const before = await put(id, 'before');
  const after = await put(id, 'after it');
  await store.remove(before);
  const response = await read(before, after);
  expect(await response.text()).toBe('after it');
  expect(response.headers.get('etag')).toBe(after.metadata.eTag);
});

it('a download of an object that is removed after the look-up is answered as not found', async () => {
  const before = await put(randomUUID(), 'before');
  await store.remove(before);
  expect(await (await read(before, null)).json()).toMatchObject({ code: 'NoSuchKey' });
});

it('a download of an object whose bytes are missing is answered with 500', async () => {
  const object = await put(randomUUID(), 'lost');
  await store.remove(object);
  const response = await read(object);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: 'InternalError' });
});

it.each([
  ['max-age=60', 'private, max-age=60'],
  ['public, max-age=60, immutable', 'private, max-age=60'],
  ['no-cache', 'private, no-cache'],
  ['max-age=forever', 'private, no-cache'],
  ['no-store', 'no-store'],
])(
  'a download for the uploader’s cache-control %j has cache-control %j',
  async (cacheControl, header) => {
    const object = await put(randomUUID(), 'x');
    const response = await read({ ...object, metadata: { ...object.metadata, cacheControl } });
    expect(response.headers.get('cache-control')).toBe(header);
  },
);
