/** The longest wait for an idle moment, in milliseconds. */
const IDLE_TIMEOUT_MS = 4000;

/** The wait in Safari, which has no requestIdleCallback, in milliseconds. */
const FALLBACK_DELAY_MS = 200;

/** Settles when all work that has begun is done; further work waits for it. */
let begun: Promise<unknown> = Promise.resolve();

/**
 * Runs work of low priority, such as fetching the code of a closed menu, when the page has loaded and
 * the main thread is idle. One work runs at a time: fifty files at once would keep a browser's six
 * connections busy for ten seconds on a slow line, and what the person has pressed would wait for them.
 *
 * @param work may return a promise, for which further work waits; its rejection is ignored
 * @returns a function that cancels the work
 */
export function whenIdle(work: () => unknown): () => void {
  let isCancelled = false;
  let cancel = () => {};
  const begin = () => {
    begun = begun.then(() => (isCancelled ? undefined : work())).catch(() => undefined);
  };
  const schedule = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(begin, { timeout: IDLE_TIMEOUT_MS });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(begin, FALLBACK_DELAY_MS);
      cancel = () => clearTimeout(handle);
    }
  };
  if (document.readyState === 'complete') {
    schedule();
  } else {
    addEventListener('load', schedule, { once: true });
    cancel = () => removeEventListener('load', schedule);
  }
  return () => {
    isCancelled = true;
    cancel();
  };
}
