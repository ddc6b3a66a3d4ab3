import type { Player } from './player.ts';
import { resumePoint, storePlace } from './stored-places.ts';
import { storeTabPlayer } from './tab-player.ts';

/** How far playback goes on before the place is kept again, in seconds: what a crash may lose. */
const KEEP_EVERY_SECONDS = 5;

/**
 * Lets drops go on where they were left in the middle. Keeps where each is left, and the player itself for the next load of the page: while it plays,
 * when it is paused, when the track changes, and when the page is hidden or left.
 *
 * @returns a function that ends this
 */
export function keepPlace(player: Player): () => void {
  player.setResumePoints((id) => resumePoint(player.listener, id));
  let last = player.getState();
  let keptAt = last.position;

  const keepPlaceIn = ({ track, position, duration }: typeof last) => {
    if (track) storePlace(player.listener, track.id, position, duration);
  };
  const keep = () => {
    const state = player.getState();
    keptAt = state.position;
    keepPlaceIn(state);
    storeTabPlayer(player.listener, state);
  };

  const unsubscribe = player.subscribe(() => {
    const before = last;
    last = player.getState();
    if (before.turn !== last.turn || before.track?.id !== last.track?.id) {
      keepPlaceIn(before);
      keep();
    } else if (
      before.status !== last.status ||
      Math.abs(last.position - keptAt) >= KEEP_EVERY_SECONDS
    ) {
      keep();
    }
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden') keep();
  };
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', onHidden);
  // Without a track, the player of the page before may be about to come back.
  if (last.track) keep();

  return () => {
    unsubscribe();
    removeEventListener('pagehide', keep);
    document.removeEventListener('visibilitychange', onHidden);
  };
}
