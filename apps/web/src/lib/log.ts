/* The only module that writes to the console. */

/** Logs a failure with its cause. */
export function logFailure(what: string, cause: unknown): void {
  console.error(what, cause);
}

/** Logs an event that is no failure. */
export function logNote(what: string, detail: string): void {
  console.info(what, detail);
}
