/* The site writes to the console nowhere else. */

/** Logs a failure that the person at the screen need not act on, with its cause. */
export function logFailure(what: string, cause: unknown): void {
  console.error(what, cause);
}

/** Logs something that happened and leads nowhere else. */
export function logNote(what: string, detail: string): void {
  console.info(what, detail);
}
