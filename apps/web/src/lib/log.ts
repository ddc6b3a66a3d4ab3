/* The only module that writes to the console. */
import { errorMessage, isTokenRefused } from './backend-error.ts';
import { isPageBeingLeft } from './page-leave.ts';

/**
 * Logs a failure with its cause. Two kinds of errors are no failures: of requests that end with their
 * page, and of requests with a token whose session has just ended.
 */
export function logFailure(what: string, cause: unknown): void {
  if (!isPageBeingLeft() && !isAborted(cause) && !isTokenRefused(cause)) console.error(what, cause);
}

/**
 * Whether a request was aborted: by the app itself, or by Firefox because of a navigation, whose `pagehide` follows
 * later. PostgREST's errors have the name in their message.
 */
const isAborted = (cause: unknown): boolean =>
  /^AbortError\b/.test(cause instanceof Error ? cause.name : errorMessage(cause));

/** Logs an event that is no failure. */
export function logNote(what: string, detail: string): void {
  console.info(what, detail);
}
