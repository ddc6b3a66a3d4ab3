import './browser-globals.ts';
import './server-stores.ts';
import { parentPort } from 'node:worker_threads';
import type { PageRequest } from './render-page.tsx';

/* The thread in which the site server renders pages, one after the other. */

// Only now does the app have what it uses of a browser while it is loaded.
const { renderPage } = await import('./render-page.tsx');

const answer = async (id: number, request: PageRequest): Promise<void> => {
  try {
    parentPort?.postMessage({ id, page: await renderPage(request) }, []);
  } catch (cause) {
    parentPort?.postMessage({ id, failure: String(cause) }, []);
  }
};

let rendering = Promise.resolve();

parentPort?.on('message', ({ id, request }: { id: number; request: PageRequest }) => {
  rendering = rendering.then(() => answer(id, request));
});
