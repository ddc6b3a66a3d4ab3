import pino from 'pino';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { parseRange } from '@undertone/backend/http/byte-range.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { RequestFunction } from '../request-function.ts';
import { EncodedClips } from './encoded-clips.ts';
import { createPodcastRoutes } from './podcast-routes.ts';
import type { ReadClip } from './read-clips.ts';

const visitor = '192.0.2.7';

/** A bucket with one file, which has a version and bytes. */
const bucketWith = (version: () => string, bytes: () => Uint8Array<ArrayBuffer>): ReadClip => {
  return async (_path, { method }) =>
    new Response(method === 'HEAD' ? null : bytes(), { headers: { etag: version() } });
};

const anEpisode: RequestFunction = async () => Response.json({ path: 'ann/1.wav', type: 'wav' });

/** Serves the routes to a visitor. */
function serve(parts: {
  requestFunction?: RequestFunction;
  readClip?: ReadClip;
  clips?: EncodedClips;
}) {
  const app = new Hono<GatewayEnv>();
  app.use(async (context, next) => {
    context.set('clientAddress', visitor);
    await next();
  });
  const routes = createPodcastRoutes({
    requestFunction: anEpisode,
    readClip: bucketWith(
      () => '"v1"',
      () => Uint8Array.of(1, 2, 3, 4),
    ),
    // The encoding is replaced by the identity.
    clips: new EncodedClips(async (wav) => wav),
    isOn: true,
    log: pino({ level: 'silent' }),
    site: 'https://site.test',
    ...parts,
  });
  return app.route('/', routes);
}

const bytesOf = async (response: Response) => [...new Uint8Array(await response.arrayBuffer())];

it('an episode that is made private during its encoding is not sent', async () => {
  let isPublic = true;
  const encoded = Promise.withResolvers<Uint8Array>();
  const encode = vi.fn<() => Promise<Uint8Array>>(() => encoded.promise);
  const site = serve({
    requestFunction: async (...request) =>
      isPublic ? anEpisode(...request) : new Response(null, { status: 404 }),
    clips: new EncodedClips(encode),
  });
  const ranges = [undefined, 'bytes=2-'];
  const responses = ranges.map(async (range) =>
    site.request('/listen/1.mp3', range === undefined ? {} : { headers: { range } }),
  );
  await vi.waitFor(() => expect(encode).toHaveBeenCalledOnce());
  isPublic = false;
  encoded.resolve(Uint8Array.of(1, 2, 3, 4));
  for (const response of await Promise.all(responses)) {
    expect([response.status, await response.text()]).toEqual([404, 'Not found']);
  }
});

it('a cached recording is not sent for another recording at the same path', async () => {
  let [version, recording] = ['"v1"', Uint8Array.of(1)];
  const site = serve({
    readClip: bucketWith(
      () => version,
      () => recording,
    ),
  });
  const listen = async (id: string) => bytesOf(await site.request(`/listen/${id}.mp3`));
  expect(await listen('first')).toEqual([1]);
  recording = Uint8Array.of(2);
  expect(await listen('second')).toEqual([2]);
  [version, recording] = ['"v2"', Uint8Array.of(3)];
  expect(await listen('second')).toEqual([3]);
});

it('a recording that is replaced before it is read is not cached for the requested one', async () => {
  let version = '"v1"';
  const site = serve({
    readClip: async (_path, { method }) => {
      const response = new Response(method === 'HEAD' ? null : '2', { headers: { etag: version } });
      version = '"v2"';
      return response;
    },
  });
  expect((await site.request('/listen/1.mp3')).status).toBe(503);
  expect((await site.request('/listen/1.mp3')).status).toBe(200);
});

it('an encoded episode has an ETag that If-Range accepts', async () => {
  const site = serve({});
  const etag = (await site.request('/listen/1.mp3')).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  const partOf = async (version: string) => {
    const headers = { range: 'bytes=2-', 'if-range': version };
    return bytesOf(await site.request('/listen/1.mp3', { headers }));
  };
  expect(await partOf(etag)).toEqual([3, 4]);
  expect(await partOf('"another"')).toEqual([1, 2, 3, 4]);
});

it.each([
  [undefined, true],
  ['bytes=0-', true],
  ['bytes=0-3', true],
  ['bytes=0-99', true],
  ['bytes=0-1', false],
  ['bytes=1-', false],
  ['bytes=-2', false],
  ['bytes=9-', false],
])('a read of the range %s is a play: %s', async (range, isPlay) => {
  for (const type of ['mp3', 'wav']) {
    const plays: (string | null)[] = [];
    const site = serve({
      requestFunction: async (_name, query) => {
        plays.push(query.get('play'));
        return Response.json({ path: `ann/1.${type}`, type });
      },
      readClip: async (_path, { method, headers = {} }) => {
        const part = method === 'HEAD' ? null : parseRange(headers.range, 4);
        if (part === 'unsatisfiable') return new Response(null, { status: 416 });
        if (part === null) return new Response('1234');
        const sent = { 'content-range': `bytes ${part.start}-${part.end}/4` };
        return new Response('1234'.slice(part.start, part.end + 1), { status: 206, headers: sent });
      },
    });
    await site.request('/listen/1.mp3', range === undefined ? {} : { headers: { range } });
    expect([type, plays.includes('1')]).toEqual([type, isPlay]);
    await site.request('/listen/1.mp3', { method: 'HEAD' });
    expect(plays.filter((play) => play === '1')).toHaveLength(isPlay ? 1 : 0);
  }
});

it('an image is drawn once for simultaneous and later requests, whatever the case of its name', async () => {
  const drawn = vi.fn<RequestFunction>(async () => new Response('a picture'));
  const site = serve({ requestFunction: drawn });
  const paths = [
    '/feeds/Ann.png',
    '/feeds/ann.png',
    '/feeds/tags/Rain.png',
    '/feeds/tags/rain.png',
    '/listen/1.png',
  ];
  for (const _ of [1, 2]) {
    const responses = await Promise.all(paths.map(async (path) => site.request(path)));
    for (const { status, headers } of responses) {
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  }
  const requests = drawn.mock.calls
    .filter(([, query]) => query.get('draw') !== '0')
    .map(([name, query]) => [name, Object.fromEntries(query)]);
  expect(requests).toEqual([
    ['preview-image', { feed: 'Ann' }],
    ['preview-image', { feed: '#rain' }],
    ['preview-image', { drop: '1', size: '1400' }],
  ]);
});

it('a cover that could not be drawn is requested again', async () => {
  let respond = () => new Response(null, { status: 404 });
  const site = serve({ requestFunction: async () => respond() });
  const statusOf = async () => (await site.request('/feeds/ann.png')).status;
  expect(await statusOf()).toBe(404);
  respond = () => new Response(null, { status: 429 });
  expect(await Promise.all([statusOf(), statusOf()])).toEqual([503, 503]);
  respond = () => new Response('a picture');
  expect(await statusOf()).toBe(200);
});

it('a cover ends with its feed, and caches ask for it each time', async () => {
  let hasFeed = true;
  const site = serve({
    requestFunction: async () =>
      new Response(hasFeed ? 'a picture' : null, hasFeed ? {} : { status: 404 }),
  });
  const { headers } = await site.request('/feeds/ann.png');
  expect(headers.get('cache-control')).toBe('no-cache');
  const conditional = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  expect((await site.request('/feeds/ann.png', conditional)).status).toBe(304);
  hasFeed = false;
  expect((await site.request('/feeds/ann.png', conditional)).status).toBe(404);
});

it('requests to functions and storage have the visitor’s address', async () => {
  const addresses = new Set<string>();
  const site = serve({
    requestFunction: async (name, query, clientAddress) => {
      addresses.add(clientAddress);
      return query.has('episode') ? anEpisode(name, query, clientAddress) : new Response('it');
    },
    readClip: async (_path, { clientAddress }) => {
      addresses.add(clientAddress);
      return new Response('a recording', { headers: { etag: '"v1"' } });
    },
  });
  for (const path of ['/feeds/ann.xml', '/feeds/ann.png', '/listen/1.mp3']) {
    addresses.clear();
    expect((await site.request(path)).status).toBe(200);
    expect([...addresses]).toEqual([visitor]);
  }
});

it('a hashtag is normalised from the spelling in its URL', async () => {
  const requested: (string | null)[] = [];
  const site = serve({
    requestFunction: async (_name, query) => {
      requested.push(query.get('tag') ?? query.get('feed'));
      return new Response('it');
    },
  });
  const name = encodeURIComponent('Cafe\u0301');
  await site.request(`/feeds/tags/${name}.xml`);
  await site.request(`/feeds/tags/${name}.png`);
  expect(requested).toEqual(['caf\u00e9', '#caf\u00e9']);
});
