import type { QueryClient } from '@tanstack/react-query';
import { createDeferred } from '#lib/deferred.ts';
import { logFailure } from '#lib/log.ts';
import { removeEarlierClips } from '#features/clips/mask/queries.ts';
import type { RecorderStore } from '#features/clips/recorder/recorder-store.ts';
import type { EditHistory } from './take-edits.ts';
import { editSound } from './take-sound.ts';
import { updateTake } from './take-store.ts';

export const logUnstoredEdits = (cause: unknown) =>
  logFailure('The edits could not be stored on this device.', cause);

/** Edits the recorder's take, one edit after another. */
export class TakeEditing {
  readonly #store: RecorderStore;
  readonly #queryClient: QueryClient;
  #latest: Promise<void> | null = null;

  constructor(store: RecorderStore, queryClient: QueryClient) {
    this.#store = store;
    this.#queryClient = queryClient;
  }

  /** The edits in progress; null without any, so that a caller need not wait a turn. */
  get inProgress(): Promise<void> | null {
    return this.#latest;
  }

  /** Edits the take after the edits in progress, and stores the edits. */
  async change(edit: (history: EditHistory) => EditHistory): Promise<void> {
    const earlier = this.#latest;
    const { promise, resolve } = createDeferred();
    this.#latest = promise;
    try {
      await earlier;
      const { take, phase } = this.#store.state;
      if (!take || phase !== 'ready') return;
      const history = edit(take.history);
      const edited = { ...take, ...(await editSound(take.segments, history)) };
      if (this.#store.state.take !== take) return;
      this.#store.dispatch({ type: 'edited', take: edited });
      removeEarlierClips(this.#queryClient, edited);
      await updateTake(take.id, { history, post: null }).catch(logUnstoredEdits);
    } finally {
      if (this.#latest === promise) this.#latest = null;
      resolve();
    }
  }
}
