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
  const listeners = new Map<string, (event: object) => void>();
  const addressOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    add: async (request: string | { url: string }) => void kept.add(addressOf(request)),
    addAll: async (requests: string[]) => requests.forEach((each) => kept.add(addressOf(each))),
    delete: async (request: { url: string }) => kept.delete(request.url),
  };
  runInNewContext(withFiles(source, files), {
    URL,
    Request: class {
      readonly url: string;
      constructor(path: string) {
        this.url = new URL(path, origin).href;
      }
    },
    caches: {
      open: async () => cache,
      match: async (request: string | { url: string }) =>
        kept.has(addressOf(request)) ? `kept ${addressOf(request)}` : undefined,
    },
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    self: {
      location: { origin },
      clients: { claim: () => undefined },
      addEventListener: (type: string, listener: (event: object) => void) =>
        listeners.set(type, listener),
    },
  });
  /** Dispatches an event to the worker. @returns what the worker responds or waits for */
  const dispatch = async (type: string, event: object = {}) => {
    let done: unknown;
    const setResult = (work: unknown) => (done = work);
    listeners.get(type)?.({ ...event, waitUntil: setResult, respondWith: setResult });
    return done;
  };
  return { kept, dispatch };
}

it('the service worker keeps the release’s files and a page, and opens any page by it offline', async () => {
  const { kept, dispatch } = await startWorker(['assets/app-1.js']);
  kept.add(`${origin}/assets/app-0.js`).add(`${origin}/index.html`);
  await dispatch('install');
  await dispatch('activate');
  expect([...kept]).toEqual([`${origin}/assets/app-1.js`, `${origin}/app`]);
  const navigation = { url: `${origin}/settings`, method: 'GET', mode: 'navigate' };
  expect(await dispatch('fetch', { request: navigation })).toBe(`kept ${origin}/app`);
});
