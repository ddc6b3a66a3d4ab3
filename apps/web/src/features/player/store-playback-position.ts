import type { Player } from './player.ts';
import { resumePosition, storePosition } from './stored-positions.ts';
import { storeTabPlayer } from './tab-player.ts';

/** Seconds of playback between two writes, which is what a crash may lose. */
const STORE_EVERY_SECONDS = 5;

/**
 * Stores the position in each drop, from which a later play continues, and the tab's player for the next
 * load of the page: during playback, on a pause, on a change of track, and when the page is hidden or left.
 *
 * @returns a function that stops storing
 */
export function storePlaybackPosition(player: Player): () => void {
  player.setResumePosition((id) => resumePosition(player.listener, id));
  let last = player.getState();
  let lastStored = last.position;

  const storePositionOf = ({ track, position, duration }: typeof last) => {
    if (track) storePosition(player.listener, track.id, position, duration);
  };
  const store = () => {
    const state = player.getState();
    lastStored = state.position;
    storePositionOf(state);
    storeTabPlayer(player.listener, state);
  };

  const unsubscribe = player.subscribe(() => {
    const before = last;
    last = player.getState();
    if (before.turn !== last.turn || before.track?.id !== last.track?.id) {
      storePositionOf(before);
      store();
    } else if (
      before.status !== last.status ||
      Math.abs(last.position - lastStored) >= STORE_EVERY_SECONDS
    ) {
      store();
    }
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden') store();
  };
  addEventListener('pagehide', store);
  document.addEventListener('visibilitychange', onHidden);
  // Without a track, the stored player of the page before may be about to be restored.
  if (last.track) store();

  return () => {
    unsubscribe();
    removeEventListener('pagehide', store);
    document.removeEventListener('visibilitychange', onHidden);
  };
}
