import { logFailure } from './log.ts';

/** Reads an item of local storage. @returns null if there is none, or if the browser blocks the storage */
export function readLocalItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (cause) {
    logFailure(`${key} could not be read from local storage.`, cause);
    return null;
  }
}

/** Writes an item of local storage; null removes it. A failure is only logged. */
export function writeLocalItem(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (cause) {
    logFailure(`${key} could not be written to local storage.`, cause);
  }
}
