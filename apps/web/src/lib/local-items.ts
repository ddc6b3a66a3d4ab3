import { logFailure } from './log.ts';

/** The items of local storage whose keys start so. */
export function localItems(prefix: string): [key: string, value: string][] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => [key, localStorage.getItem(key) ?? '']);
  } catch (cause) {
    logFailure(`${prefix} could not be read from localStorage.`, cause);
    return [];
  }
}
