import { logFailure } from './log.ts';

type StorageName = 'localStorage' | 'sessionStorage';

function readItem(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch (cause) {
    logFailure(`${key} could not be read from ${storage}.`, cause);
    return null;
  }
}

function writeItem(storage: StorageName, key: string, value: string | null): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch (cause) {
    logFailure(`${key} could not be written to ${storage}.`, cause);
  }
}

/** Reads an item of local storage. @returns null if there is none, or if the browser blocks the storage */
export const readLocalItem = (key: string) => readItem('localStorage', key);

/** Writes an item of local storage; null removes it. A failure is only logged. */
export const writeLocalItem = (key: string, value: string | null) =>
  writeItem('localStorage', key, value);

/** Reads an item of this tab's session storage, like `readLocalItem`. */
export const readTabItem = (key: string) => readItem('sessionStorage', key);

/** Writes an item of this tab's session storage, like `writeLocalItem`. */
export const writeTabItem = (key: string, value: string | null) =>
  writeItem('sessionStorage', key, value);
