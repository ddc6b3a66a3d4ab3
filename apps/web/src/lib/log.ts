/* The only module that writes to the console. */
import { isTokenRefused } from './backend-error.ts';

/**
 * Logs a failure with its cause. A request that was sent before the page heard of its session's end is
 * refused, which is no failure.
 */
export function logFailure(what: string, cause: unknown): void {
  if (!isTokenRefused(cause)) console.error(what, cause);
}

/** Logs an event that is no failure. */
export function logNote(what: string, detail: string): void {
  console.info(what, detail);
}
