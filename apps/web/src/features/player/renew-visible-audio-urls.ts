import type { Player } from './player.ts';

/** How often the URLs of the visible tracks are checked, in milliseconds. */
const CHECK_EVERY_MS = 60_000;

/** How long these URLs stay fresh at least, in seconds: until the next check, with a margin. */
const FRESH_SECONDS = 90;

/**
 * Renews the URLs of the visible tracks before they expire, in one request, while the page is visible and
 * when it becomes visible again. A press then plays at once, however long the page has been open.
 *
 * @returns a function that stops this
 */
export function renewVisibleAudioUrls(player: Player): () => void {
  const renew = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    void player.prepare(player.visibleTracks, FRESH_SECONDS);
  };
  const timer = setInterval(renew, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', renew);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', renew);
  };
}
