import { logFailure } from '#lib/log.ts';
import { reducePlayer, type PlayerEvent, type PlayerState } from './player-reducer.ts';

/** The player's state with its subscribers, for React's useSyncExternalStore. */
export class PlayerStore {
  #state: PlayerState;
  readonly #subscribers = new Set<() => void>();

  constructor(initial: PlayerState) {
    this.#state = initial;
  }

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#subscribers.add(notify);
    return () => this.#subscribers.delete(notify);
  };

  /** Changes the state and notifies the subscribers. One that throws stops neither the others nor playback. */
  dispatch(event: PlayerEvent): void {
    const before = this.#state;
    this.#state = reducePlayer(before, event);
    if (this.#state === before) return;
    for (const notify of this.#subscribers) {
      try {
        notify();
      } catch (cause) {
        logFailure('A subscriber of the player failed.', cause);
      }
    }
  }
}
