import { logFailure } from '#lib/log.ts';

/** Set once the browser was asked on this device: Firefox asks the person, and once is enough. */
const ASKED_KEY = 'undertone-storage-asked';

/** The answers of this document's browser, of which it has one. */
const answers = new WeakMap<StorageManager, Promise<boolean>>();

/**
 * Asks the browser, once on a device, to keep what the site stores when space runs out.
 *
 * @returns whether the browser promises it; true also where it cannot be asked
 */
export async function keepStorage(): Promise<boolean> {
  // TypeScript declares `storage` as always present; insecure pages lack it.
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage?.persist) return true;
  const answer = answers.get(storage) ?? ask(storage);
  answers.set(storage, answer);
  try {
    return await answer;
  } catch (cause) {
    logFailure('The browser could not be asked to keep recordings.', cause);
    return true;
  }
}

async function ask(storage: StorageManager): Promise<boolean> {
  if (await storage.persisted()) return true;
  if (localStorage.getItem(ASKED_KEY) !== null) return false;
  localStorage.setItem(ASKED_KEY, 'true');
  return storage.persist();
}
