import {
  INITIAL_STATE,
  recorderReducer,
  type RecorderAction,
  type RecorderState,
} from './recorder-state.ts';

/** The state of an account's recorder and the visit that shows it, as a store for React's useSyncExternalStore. */
export class RecorderStore {
  readonly #listeners = new Set<() => void>();
  #state = INITIAL_STATE;
  #visit = new AbortController();

  /** Aborted when the recorder is left. */
  get visit(): AbortSignal {
    return this.#visit.signal;
  }

  beginVisit(): void {
    this.#visit = new AbortController();
  }

  endVisit(): void {
    this.#visit.abort();
  }

  get state(): RecorderState {
    return this.#state;
  }

  /** The take that is shown, recorded, read or decoded. */
  get takeId(): string | null {
    return this.#state.pendingTakeId ?? this.#state.take?.id ?? null;
  }

  subscribe(notify: () => void): () => void {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  }

  dispatch(action: RecorderAction): void {
    const next = recorderReducer(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const notify of this.#listeners) notify();
  }
}
