/** Time after which the work is done even on a busy page, in milliseconds. */
const IDLE_TIMEOUT_MS = 4000;

/** Stands for an idle moment in Safari, which has no requestIdleCallback, in milliseconds. */
const FALLBACK_DELAY_MS = 200;

/**
 * Runs work that can wait, such as fetching the code of a closed menu, once the page has
 * loaded and the main thread is idle.
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
