import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { decodeRecording } from '#features/clips/capture/decode.ts';
import type { Recording } from '#features/clips/capture/recording.ts';
import { announceQueue } from './queue-changes.ts';
import type { FinishedTake } from '#features/clips/recorder/recorder-state.ts';
import type { RecorderStore } from '#features/clips/recorder/recorder-store.ts';
import { lockTake, unlockTake } from './take-lock.ts';
import { readStoredSound, soundOf, type TakeSound } from './take-sound.ts';
import type { TakePurpose } from './take-purpose.ts';
import { readTake, updateTake } from './take-store.ts';
import type { TakeDraft } from './take.ts';
import { discardWithUndo, findDiscarded, type DiscardedTake } from './undo-discard.ts';

/**
 * The takes that the recorder does not show any more and that can be brought back: discarded ones for a
 * while, and the one that was recorded again until the newer one is posted or discarded.
 */
export class EarlierTakes {
  readonly #app: App;
  readonly #store: RecorderStore;
  readonly #onDiscarded: (discarded: DiscardedTake) => void;
  /** The take that was recorded again last. */
  #previous: FinishedTake | null = null;

  /** @param onDiscarded called with each take that was discarded or replaced, which can be undone */
  constructor(app: App, store: RecorderStore, onDiscarded: (discarded: DiscardedTake) => void) {
    this.#app = app;
    this.#store = store;
    this.#onDiscarded = onDiscarded;
  }

  /** Keeps a take that was recorded again until the newer one is posted or discarded. */
  replace(finished: FinishedTake, replacedBy: string): void {
    const { id } = finished.take;
    this.#previous = finished;
    const marks = Promise.all([
      updateTake(id, { replacedBy, post: null }),
      updateTake(replacedBy, { replaces: id }),
    ]).catch((cause: unknown) =>
      logFailure('That a take was recorded again could not be stored.', cause),
    );
    unlockTake(id, marks);
  }

  /** Shows the take that was recorded again once more, with its form. The newer one is discarded, which can be undone. */
  async restorePrevious(): Promise<void> {
    const { take, previousId, failure, draft } = this.#store.state;
    if (!take || !previousId) return;
    // Without storage, the take is in this page's memory.
    const stored = await readTake(previousId).catch(() => undefined);
    const known = this.#previous?.take.id === previousId ? this.#previous : null;
    const sound = known?.take ?? (stored && (await readStoredSound(stored)));
    if (!sound) throw new Error('The earlier recording is no longer on this device.');
    if (this.#store.state.take !== take || this.#store.state.phase !== 'ready') return;
    await lockTake(previousId);
    const finished = {
      take: { ...sound, id: previousId },
      failure: known?.failure ?? null,
      previousId: stored?.replaces ?? null,
    };
    this.#store.dispatch({ type: 'previous', finished, draft: stored?.draft ?? draft });
    await Promise.all([
      updateTake(previousId, { replacedBy: null }),
      updateTake(take.id, { replaces: null }),
    ]);
    this.#discard({ take, failure }, 'replaced', draft);
  }

  /** Discards the take, or the one that is being recorded, and clears the form. This can be undone for a while. */
  discard(recording: Recording | null): void {
    const { takeId } = this.#store;
    const { take, failure, draft, previousId } = this.#store.state;
    this.#store.dispatch({ type: 'discard' });
    if (take) this.#discard({ take, failure, previousId }, 'discarded', draft);
    else if (takeId) this.offerUndo(takeId, recording, draft);
  }

  /** Offers to undo the discard of a take that was being recorded. */
  offerUndo(takeId: string, recording: Recording | null, draft: TakeDraft): void {
    const sound = async () =>
      soundOf(await decodeRecording((await recording?.ended)?.audio ?? new Blob()));
    const undo = () => void this.#undoDiscardOfAudio(takeId, sound(), draft, { failure: null });
    this.#onDiscarded(discardWithUndo(this.#app, takeId, 'discarded', undo));
  }

  /** Offers to undo a discard that was made just before the page was closed or reloaded. */
  async offerDiscarded(userId: string, purpose: TakePurpose): Promise<void> {
    const { visit } = this.#store;
    const discarded = await findDiscarded(this.#app, userId, purpose, (take) => {
      const rest = { failure: take.post?.failure ?? null, previousId: take.replaces ?? null };
      void this.#undoDiscardOfAudio(take.id, readStoredSound(take), take.draft, rest);
    });
    if (discarded && !visit.aborted) this.#onDiscarded(discarded);
    else if (discarded) unlockTake(discarded.takeId);
  }

  #discard(finished: FinishedTake, why: DiscardedTake['why'], draft: TakeDraft): void {
    const undo = () => this.#undoDiscard(finished, draft);
    this.#onDiscarded(discardWithUndo(this.#app, finished.take.id, why, undo));
  }

  /** Shows a discarded take again, and replaces the current one. If it cannot be shown now, a later visit restores it. */
  #undoDiscard(finished: FinishedTake, draft: TakeDraft): void {
    const { take: shown, failure } = this.#store.state;
    const { id } = finished.take;
    if (!this.#store.visit.aborted) this.#store.dispatch({ type: 'undo', finished, draft });
    const { take, replaced, draft: current } = this.#store.state;
    if (take?.id !== id && replaced?.take.id !== id) unlockTake(id);
    else if (take?.id === id && shown) {
      this.#discard({ take: shown, failure }, 'replaced', current);
    }
    announceQueue(this.#app.client);
  }

  /** Undoes the discard of a take whose clip was not made yet. */
  async #undoDiscardOfAudio(
    takeId: string,
    sound: Promise<TakeSound>,
    draft: TakeDraft,
    rest: Omit<FinishedTake, 'take'>,
  ): Promise<void> {
    try {
      this.#undoDiscard({ take: { id: takeId, ...(await sound) }, ...rest }, draft);
    } catch (cause) {
      logFailure('The discarded recording could not be prepared.', cause);
      unlockTake(takeId);
    }
  }
}
