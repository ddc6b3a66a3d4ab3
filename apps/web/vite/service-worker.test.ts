import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withFiles } from './service-worker-release.ts';

const origin = 'https://site.test';

/** The built worker in a browser with a cache, online or offline. */
async function startWorker(files: readonly string[]) {
  const source = await readFile(join(import.meta.dirname, '../public/sw.js'), 'utf8');
  const kept = new Set<string>();
  const network = { isOnline: true, hasCache: true };
  const listeners = new Map<string, (event: object) => void>();
  const addressOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    add: async (request: string | { url: string }) => void kept.add(addressOf(request)),
    delete: async (request: { url: string }) => kept.delete(request.url),
  };
  runInNewContext(withFiles(source, files), {
    URL,
    Response,
    Request: class {
      readonly url: string;
      constructor(path: string) {
        this.url = new URL(path, origin).href;
      }
    },
    caches: {
      open: async () => cache,
      match: async (request: string | { url: string }) => {
        if (!network.hasCache) throw new DOMException('', 'UnknownError');
        return kept.has(addressOf(request)) ? `kept ${addressOf(request)}` : undefined;
      },
    },
    fetch: async (request: { url: string }) => {
      if (!network.isOnline) throw new TypeError('Failed to fetch');
      return `fetched ${request.url}`;
    },
    self: {
      location: { origin },
      clients: { claim: () => undefined },
      addEventListener: (type: string, listener: (event: object) => void) =>
        listeners.set(type, listener),
    },
  });
  /** Dispatches an event to the worker. @returns the worker's response, once its `waitUntil` promises have settled */
  const dispatch = async (type: string, event: object = {}) => {
    let response: unknown;
    const work: unknown[] = [];
    listeners.get(type)?.({
      ...event,
      waitUntil: (promise: unknown) => work.push(promise),
      respondWith: (answer: unknown) => (response = answer),
    });
    const answer: unknown = await response;
    await Promise.all(work);
    return answer;
  };
  const navigate = (path: string) =>
    dispatch('fetch', { request: { url: `${origin}${path}`, method: 'GET', mode: 'navigate' } });
  return { kept, network, dispatch, navigate };
}

it('the service worker caches the release’s files and the document, and serves it for any page offline', async () => {
  const { kept, network, dispatch, navigate } = await startWorker(['assets/app-1.js']);
  kept.add(`${origin}/assets/app-0.js`).add(`${origin}/index.html`);
  await dispatch('install');
  await dispatch('activate');
  expect([...kept]).toEqual([`${origin}/assets/app-1.js`, `${origin}/app`]);
  network.isOnline = false;
  expect(await navigate('/settings')).toBe(`kept ${origin}/app`);
});

it('the service worker fetches files that the browser has evicted after a page was loaded', async () => {
  const { kept, network, dispatch, navigate } = await startWorker([
    'assets/a-1.js',
    'assets/b-1.js',
  ]);
  await dispatch('install');
  await dispatch('activate');
  kept.clear();
  expect(await navigate('/feed')).toBe(`fetched ${origin}/feed`);
  expect([...kept].toSorted()).toEqual([
    `${origin}/app`,
    `${origin}/assets/a-1.js`,
    `${origin}/assets/b-1.js`,
  ]);
  network.isOnline = false;
  expect(await navigate('/feed')).toBe(`kept ${origin}/app`);
});

it.each(['is empty', 'cannot be read'])(
  'a page that is opened offline says so when the cache %s',
  async (state) => {
    const { network, navigate } = await startWorker([]);
    network.isOnline = false;
    network.hasCache = state !== 'cannot be read';
    const answer = await navigate('/record');
    if (!(answer instanceof Response)) throw new Error('The worker did not respond with a page.');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('<h1>You are offline</h1>');
  },
);
