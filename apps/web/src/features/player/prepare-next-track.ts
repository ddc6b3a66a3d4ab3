import { neighbour } from './player-reducer.ts';
import type { Player } from './player.ts';

/** How long the next track's URL stays fresh after the current track would have ended, in seconds. */
const FRESH_AFTERWARDS_SECONDS = 60;

/**
 * Requests the URL of the next track while one plays, so that the next begins in the moment in which
 * the one ends: behind a locked screen a phone stops a page that is silent while it waits for an answer.
 *
 * @returns a function that ends this
 */
export function prepareNextTrack(player: Player): () => void {
  let prepared = '';

  const prepare = () => {
    const state = player.getState();
    const next = neighbour(state, 1);
    if (state.status !== 'playing' || !next) {
      prepared = '';
      return;
    }
    const pair = `${state.turn} ${next.id}`;
    if (state.waiting || pair === prepared) return;
    prepared = pair;
    const left = (state.duration - state.position) / state.speed;
    void player.prepare([next], left + FRESH_AFTERWARDS_SECONDS);
  };
  const unsubscribe = player.subscribe(prepare);
  prepare();
  return unsubscribe;
}
