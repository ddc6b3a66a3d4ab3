/** Time after which work for later is done even on a busy page, in milliseconds. */
const LATEST = 4000;

/**
 * Runs something that can wait, such as fetching code for a menu that is not
 * open yet, once the page has loaded and has nothing to do.
 *
 * @returns a function that calls it off
 */
export function whenIdle(work: () => void): () => void {
  let cancel = () => {};
  const schedule = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(work, { timeout: LATEST });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(work, 200);
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
