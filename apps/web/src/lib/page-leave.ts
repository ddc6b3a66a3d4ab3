/**
 * How long after the beginning of a navigation failures are its doing, ms. Firefox fails the requests within 20 ms. The
 * navigation may lead to a download, after which the page stays.
 */
const NAVIGATION_MS = 1000;

/** Whether the page is being left. */
let isLeaving = false;
let staying: ReturnType<typeof setTimeout> | undefined;

// Also imported by tests that run without a document.
if (typeof document !== 'undefined') {
  addEventListener('beforeunload', () => {
    isLeaving = true;
    staying = setTimeout(() => {
      isLeaving = false;
    }, NAVIGATION_MS);
  });
  addEventListener('pagehide', () => {
    clearTimeout(staying);
    isLeaving = true;
  });
  // The person has come back to a page that the browser kept.
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

/**
 * Returns whether the page is being left. Firefox then fails the requests that are in flight, which is no failure of
 * theirs: as soon as a navigation begins, long before `pagehide` if the next page comes late.
 */
export const isPageBeingLeft = (): boolean => isLeaving;
