/* The only module that writes to the console. */
import { isTokenRefused } from './backend-error.ts';

/** Whether the page is being left. Firefox then fails the requests that are under way, which is no failure of theirs. */
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
 * Logs a failure with its cause. A request that was sent before the page heard of its session's end is
 * refused, which is no failure.
 */
export function logFailure(what: string, cause: unknown): void {
  if (!isLeaving && !isTokenRefused(cause)) console.error(what, cause);
}

/** Logs an event that is no failure. */
export function logNote(what: string, detail: string): void {
  console.info(what, detail);
}
