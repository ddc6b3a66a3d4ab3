/** How long the work waits at most for an idle moment, in milliseconds. */
const IDLE_TIMEOUT_MS = 4000;

/** How long the work waits in Safari, which has no requestIdleCallback, in milliseconds. */
const FALLBACK_DELAY_MS = 200;

/**
 * Runs work of low priority, such as fetching the code of a closed menu, when the page has loaded and
 * the main thread is idle.
 *
 * @returns a function that cancels the work
 */
export function whenIdle(work: () => void): () => void {
  let cancel = () => {};
  const schedule = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(work, FALLBACK_DELAY_MS);
      cancel = () => clearTimeout(handle);
    }
  };
  if (document.readyState === 'complete') {
    schedule();
  } else {
    addEventListener('load', schedule, { once: true });
    cancel = () => removeEventListener('load', schedule);
  }
  return () => cancel();
}
