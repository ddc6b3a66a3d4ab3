import { createDeferred } from '#lib/deferred.ts';
import { randomUuid } from '#lib/random-uuid.ts';

/** How long the browser may take to begin a download, in milliseconds. */
const BEGIN_TIMEOUT = 20_000;

/** How often the service worker is woken up, in milliseconds: browsers end one that has been idle for half a minute. */
const WAKE_EVERY = 10_000;

/** What the service worker posts: it is ready for the request, wants the next chunk, or the person has cancelled. */
type WorkerMessage = 'ready' | 'pull' | 'cancel';

/**
 * Downloads a stream: a hidden frame requests a path of its own, which the service worker answers with the chunks that
 * this page sends (`public/sw.js`). Each chunk is sent when the browser has written the one before.
 */
export async function streamDownload(
  worker: ServiceWorker,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const { port1: port, port2 } = new MessageChannel();
  const path = `/downloads/${randomUuid()}/${encodeURIComponent(name)}`;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  const reader = stream.getReader();
  const ended = createDeferred();
  const begin = setTimeout(
    () => ended.reject(new Error('The browser did not begin the download.')),
    BEGIN_TIMEOUT,
  );
  const wake = setInterval(() => worker.postMessage({ kind: 'wake' }, []), WAKE_EVERY);

  const sendNext = async () => {
    const { done, value } = await reader.read();
    if (done) {
      port.postMessage({ isEnd: true });
      ended.resolve();
    } else {
      port.postMessage({ chunk: value }, [value.buffer]);
    }
  };
  port.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (data === 'ready') {
      frame.src = path;
      document.body.append(frame);
    } else if (data === 'cancel') {
      ended.reject(new DOMException('The download was cancelled.', 'AbortError'));
    } else {
      clearTimeout(begin);
      sendNext().catch(ended.reject);
    }
  });
  port.start();
  const abort = () => ended.reject(signal.reason);
  const leave = () => port.postMessage({ isBroken: true });
  signal.addEventListener('abort', abort);
  addEventListener('pagehide', leave);
  worker.postMessage({ kind: 'download', path }, [port2]);
  try {
    signal.throwIfAborted();
    await ended.promise;
  } catch (cause) {
    // The browser shows a download that broke off as failed.
    leave();
    await reader.cancel(cause);
    throw cause;
  } finally {
    clearTimeout(begin);
    clearInterval(wake);
    signal.removeEventListener('abort', abort);
    removeEventListener('pagehide', leave);
    frame.remove();
  }
}
