import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { deno, servedHandler } from './deno.ts';
import { Exchange } from './exchange.ts';
import { recordLoadedFiles } from './unsupported-import.ts';
import type { FromWorker, ToWorker, WorkerData } from './messages.ts';

// Node has read it, and it is no variable for functions.
delete process.env.NODE_COMPILE_CACHE;

const port = parentPort;
if (!port) throw new Error('this file must run in a worker thread');

const post = (message: FromWorker): void => port.postMessage(message);

const { entry }: WorkerData = workerData;
const files = recordLoadedFiles();
Object.defineProperty(globalThis, 'Deno', { value: deno });
await import(pathToFileURL(entry).href);

const handler = servedHandler();
if (!handler) throw new Error(`${entry} did not call Deno.serve`);

let exchange: Exchange | null = null;
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'request':
      exchange = new Exchange(handler, post);
      void exchange.start(message.request);
      break;
    case 'pull':
      void exchange?.pull();
      break;
    case 'abort':
      void exchange?.abort();
      break;
  }
});
post({ kind: 'ready', files: [...files] });
