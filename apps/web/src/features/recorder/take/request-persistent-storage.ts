import { logFailure } from '#lib/log.ts';

/** Set after the first request on this device: Firefox prompts the user, and one prompt is enough. */
const REQUESTED_KEY = 'undertone-storage-asked';

/** The requests of this document, by its only storage manager. */
const requests = new WeakMap<StorageManager, Promise<boolean>>();

/**
 * Requests, once on a device, that the browser does not evict the site's storage when space runs out.
 *
 * @returns whether the browser grants it; true also when the request is not possible
 */
export async function requestPersistentStorage(): Promise<boolean> {
  // TypeScript declares `storage` as always present; insecure pages lack it.
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage?.persist) return true;
  const request = requests.get(storage) ?? send(storage);
  requests.set(storage, request);
  try {
    return await request;
  } catch (cause) {
    logFailure('Persistent storage could not be requested.', cause);
    return true;
  }
}

async function send(storage: StorageManager): Promise<boolean> {
  if (await storage.persisted()) return true;
  if (localStorage.getItem(REQUESTED_KEY) !== null) return false;
  localStorage.setItem(REQUESTED_KEY, 'true');
  return storage.persist();
}
