/*
 * The service worker (public/sw.js) keeps an audio file that was shared with the installed app in a cache of
 * its own, until a member opens the recorder. The names are the same there.
 */
const SHARED_CACHE = 'undertone-shared';
const SHARED_FILE = '/shared-audio';

/** Takes the shared file out of the cache. @returns null if there is none, or if another tab has taken it */
export async function takeSharedFile(): Promise<Blob | null> {
  // Insecure pages have no caches.
  if (!('caches' in window) || !(await caches.has(SHARED_CACHE))) return null;
  const response = await caches.match(SHARED_FILE, { cacheName: SHARED_CACHE });
  const file = await response?.blob();
  return (await caches.delete(SHARED_CACHE)) ? (file ?? null) : null;
}
