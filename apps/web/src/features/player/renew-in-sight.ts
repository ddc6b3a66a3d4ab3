import type { Player } from './player.ts';

/** How often the URLs of the tracks in sight are looked at, in milliseconds. */
const CHECK_EVERY_MS = 60_000;

/** How long these URLs stay fresh at least, in seconds: until they are looked at again, with a margin. */
const FRESH_SECONDS = 90;

/**
 * Renews the URLs of the tracks in sight before they expire, in one request, while the page is shown,
 * and when it is shown again: a press then plays at once, however long the page was open before.
 *
 * @returns a function that ends this
 */
export function renewInSight(player: Player): () => void {
  const renew = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    void player.prepare(player.inSight, FRESH_SECONDS);
  };
  const timer = setInterval(renew, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', renew);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', renew);
  };
}
