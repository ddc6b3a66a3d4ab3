import { logFailure } from '#lib/log.ts';

/** Set once the browser was asked on this device: Firefox asks the person, and once is enough. */
const ASKED_KEY = 'undertone-storage-asked';

let answer: Promise<boolean> | undefined;

/**
 * Asks the browser, once on a device, to keep what the site stores when space runs out.
 *
 * @returns whether the browser promises it; true also where it cannot be asked
 */
export function keepStorage(): Promise<boolean> {
  answer ??= ask().catch((cause: unknown) => {
    logFailure('The browser could not be asked to keep recordings.', cause);
    return true;
  });
  return answer;
}

async function ask(): Promise<boolean> {
  // TypeScript declares `storage` as always present; insecure pages lack it.
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage?.persist) return true;
  if (await storage.persisted()) return true;
  if (localStorage.getItem(ASKED_KEY) !== null) return false;
  localStorage.setItem(ASKED_KEY, 'true');
  return storage.persist();
}
