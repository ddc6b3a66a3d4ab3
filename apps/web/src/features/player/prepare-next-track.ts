import { adjacentTrack } from './player-reducer.ts';
import type { Player } from './player.ts';

/** How long the next track's URL stays fresh after the end of the current track, in seconds. */
const FRESH_AFTER_END_SECONDS = 60;

/**
 * Requests the URL of the next track while one plays, so that the next one starts without a pause: behind
 * a locked screen, a phone stops a page that is silent while it waits for a response.
 *
 * @returns a function that stops this
 */
export function prepareNextTrack(player: Player): () => void {
  let prepared = '';

  const prepare = () => {
    const state = player.getState();
    const next = adjacentTrack(state, 1);
    if (state.status !== 'playing' || !next) {
      prepared = '';
      return;
    }
    const pair = `${state.turn} ${next.id}`;
    if (state.waiting || pair === prepared) return;
    prepared = pair;
    const left = (state.duration - state.position) / state.speed;
    void player.prepare([next], left + FRESH_AFTER_END_SECONDS);
  };
  const unsubscribe = player.subscribe(prepare);
  prepare();
  return unsubscribe;
}
