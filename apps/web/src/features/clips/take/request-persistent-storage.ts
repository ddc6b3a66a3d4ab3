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

/** Less free space than this is short: a long recording and the site's caches need a part of it. */
const SHORT_BYTES = 50_000_000;

/** Whether the browser may delete stored recordings soon: it has not granted persistent storage, and space is short. */
export async function mayDeleteRecordings(): Promise<boolean> {
  if (await requestPersistentStorage()) return false;
  try {
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    return quota - usage < SHORT_BYTES;
  } catch (cause) {
    // Old browsers lack estimates.
    logFailure('The free space could not be estimated.', cause);
    return false;
  }
}
