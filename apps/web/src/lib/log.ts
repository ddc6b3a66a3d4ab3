/* The only module that writes to the console. */
import { isTokenRefused } from './backend-error.ts';
import { isPageBeingLeft } from './page-leave.ts';

/**
 * Logs a failure with its cause. Two kinds of errors are no failures: of requests that end with their
 * page, and of requests with a token whose session has just ended.
 */
export function logFailure(what: string, cause: unknown): void {
  if (!isPageBeingLeft() && !isTokenRefused(cause)) console.error(what, cause);
}

/** Logs an event that is no failure. */
export function logNote(what: string, detail: string): void {
  console.info(what, detail);
}
