import { logFailure } from '#lib/log.ts';
import { reducePlayer, type PlayerEvent, type PlayerState } from './player-reducer.ts';

/** The player's state, and who is told of its changes. For React's useSyncExternalStore. */
export class PlayerStore {
  #state: PlayerState;
  readonly #listeners = new Set<() => void>();

  constructor(initial: PlayerState) {
    this.#state = initial;
  }

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** Changes the state and tells the listeners. One that throws keeps neither the others nor playback from going on. */
  dispatch(event: PlayerEvent): void {
    const before = this.#state;
    this.#state = reducePlayer(before, event);
    if (this.#state === before) return;
    for (const notify of this.#listeners) {
      try {
        notify();
      } catch (cause) {
        logFailure('A listener of the player failed.', cause);
      }
    }
  }
}
