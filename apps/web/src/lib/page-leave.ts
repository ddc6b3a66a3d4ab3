/** Whether the page is being left. */
let isLeaving = false;

// Also imported by tests that run without a document.
if (typeof document !== 'undefined') {
  addEventListener('pagehide', () => {
    isLeaving = true;
  });
  // The person has come back to a page that the browser kept.
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

/**
 * Returns whether the page is being left. Firefox then fails the requests that are in flight, which is
 * no failure of theirs.
 */
export const isPageBeingLeft = (): boolean => isLeaving;
