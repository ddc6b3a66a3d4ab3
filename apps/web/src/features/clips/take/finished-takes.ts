import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { decodeRecording, DecodeError } from '#features/clips/capture/decode.ts';
import type { ContinuedTake, Recording } from '#features/clips/capture/recording.ts';
import { removeEarlierClips } from '#features/clips/mask/queries.ts';
import { failureOf } from '#features/clips/upload/post-error.ts';
import { announceQueue } from './queue-changes.ts';
import type {
  EditableTake,
  ReadyTake,
  RecorderNotice,
} from '#features/clips/recorder/recorder-state.ts';
import type { RecorderStore } from '#features/clips/recorder/recorder-store.ts';
import type { StoredTake } from './claim-take.ts';
import { deleteTakeFromDevice } from './discard-take.ts';
import { EarlierTakes } from './earlier-takes.ts';
import { requestPersistentStorage } from './request-persistent-storage.ts';
import { logUnstoredEdits, TakeEditing } from './take-editing.ts';
import { addEdit, redoEdit, undoEdit, type EditHistory } from './take-edits.ts';
import { unlockTake } from './take-lock.ts';
import { editSound, readSound, soundOf, type TakeSound } from './take-sound.ts';
import type { TakePurpose } from './take-purpose.ts';
import { updateTake } from './take-store.ts';
import { isSilent, type TakeDraft } from './take.ts';
import type { DiscardedTake } from './undo-discard.ts';

/** The edits of a take, with one that appends a further segment. */
const appended = ({ history, segments }: EditableTake): EditHistory =>
  addEdit(history, { kind: 'append', segment: segments.length });

/**
 * Sends a finished take with its form, and deletes it from this device.
 *
 * @returns `queued` when the take waits on this device, and is sent later
 * @throws {PostError}
 */
export type SendTake = (
  take: ReadyTake,
  draft: TakeDraft,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<'posted' | 'queued'>;

/**
 * What an account's recorder does with takes whose recording has ended: prepares them to be played, edits, sends,
 * and discards them.
 */
export class FinishedTakes {
  readonly #userId: string;
  readonly #purpose: TakePurpose;
  readonly #app: App;
  readonly #store: RecorderStore;
  readonly #editing: TakeEditing;
  readonly #earlier: EarlierTakes;
  /** The latest attempt to send a take, whether or not it has settled. */
  #posting: Promise<unknown> = Promise.resolve();
  #upload = new AbortController();

  /** @param onDiscarded called with each take that was discarded or replaced, which can be undone */
  constructor(
    userId: string,
    app: App,
    store: RecorderStore,
    onDiscarded: (discarded: DiscardedTake) => void,
    purpose: TakePurpose,
  ) {
    this.#userId = userId;
    this.#purpose = purpose;
    this.#app = app;
    this.#store = store;
    this.#editing = new TakeEditing(store, app.queryClient);
    this.#earlier = new EarlierTakes(app, store, onDiscarded);
  }

  /** Settles with the latest attempt to send a take. */
  get posting(): Promise<unknown> {
    return this.#posting;
  }

  /** Prepares a recording that has ended: of a new take, or of the one that it continues. */
  async prepareRecording(
    takeId: string,
    audio: Blob,
    notice: RecorderNotice | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { continued } = this.#store.state;
    const make = async () => {
      const clip = await decodeRecording(audio, signal);
      if (!continued) return soundOf(clip);
      return editSound([...continued.segments, clip], appended(continued), signal);
    };
    await this.#prepare(takeId, make, notice, signal);
  }

  /** Prepares a take of an earlier visit. */
  async prepareStored(
    { take, recordings }: StoredTake,
    notice: RecorderNotice | null,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#prepare(take.id, () => readSound(take, recordings, signal), notice, signal);
  }

  /** The take once its edits are done, for a recording that is appended to it; null without a take. */
  async continuation(): Promise<Omit<ContinuedTake, 'stored'> | null> {
    await this.#editing.inProgress;
    const { take } = this.#store.state;
    if (!take) return null;
    const { id, clip, segments } = take;
    return {
      takeId: id,
      duration: clip.duration,
      segments: segments.length,
      history: appended(take),
    };
  }

  /** Keeps only what is between two times of the take, in seconds. */
  async trim(start: number, end: number): Promise<void> {
    await this.#editing.change((history) => addEdit(history, { kind: 'trim', start, end }));
  }

  /** Undoes the last edit of the take. */
  async undo(): Promise<void> {
    await this.#editing.change(undoEdit);
  }

  /** Redoes the edit that was undone last. */
  async redo(): Promise<void> {
    await this.#editing.change(redoEdit);
  }

  /** Shows the take that was recorded again once more, with its form. The newer one is discarded, which can be undone. */
  async restorePrevious(): Promise<void> {
    if (this.#editing.inProgress) await this.#editing.inProgress;
    await this.#earlier.restorePrevious();
  }

  /** Discards the take, or the one that is being recorded, and clears the form. This can be undone for a while. */
  discard(recording: Recording | null): void {
    this.#earlier.discard(recording);
  }

  /** Offers to undo the discard of a take that was being recorded. */
  offerUndo(takeId: string, recording: Recording | null, draft: TakeDraft): void {
    this.#earlier.offerUndo(takeId, recording, draft);
  }

  /** Offers to undo a discard that was made just before the page was closed or reloaded. */
  async offerDiscarded(): Promise<void> {
    await this.#earlier.offerDiscarded(this.#userId, this.#purpose);
  }

  /**
   * Sends the take and clears the form. The work continues when the user leaves the page.
   *
   * @returns whether the user is still on the page (`here`) or has left it, or `queued` when the take waits
   *   for the network; null when there is no take to send, or that is already in progress
   * @throws {PostError}; take and form are then unchanged, and the failure is in the state
   */
  async send(send: SendTake): Promise<'here' | 'left' | 'queued' | null> {
    if (this.#editing.inProgress) await this.#editing.inProgress;
    const { phase, take, draft } = this.#store.state;
    if (phase !== 'ready' || !take) return null;
    const signal = this.#store.visit;
    this.#store.dispatch({ type: 'post' });
    this.#upload = new AbortController();
    const outcome = send(take, draft, {
      signal: this.#upload.signal,
      onProgress: (progress) => this.#store.dispatch({ type: 'progress', progress }),
    });
    this.#posting = outcome;
    try {
      const isQueued = (await outcome) === 'queued';
      if (!signal.aborted) this.#store.dispatch({ type: 'reset' });
      if (!isQueued) return signal.aborted ? 'left' : 'here';
      unlockTake(take.id);
      return 'queued';
    } catch (cause) {
      if (!signal.aborted) this.#store.dispatch({ type: 'unposted', failure: failureOf(cause) });
      throw cause;
    } finally {
      announceQueue(this.#app.client);
    }
  }

  /** Cancels the attempt to send the take. */
  cancelSend(): void {
    this.#upload.abort();
  }

  async #prepare(
    takeId: string,
    make: () => Promise<TakeSound>,
    notice: RecorderNotice | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const take = { id: takeId, ...(await make()) };
      const { replaced } = this.#store.state;
      this.#store.dispatch({
        type: 'ready',
        take,
        notice: isSilent(take.clip) ? 'silence' : notice,
      });
      removeEarlierClips(this.#app.queryClient, take);
      void requestPersistentStorage();
      if (replaced && this.#store.state.take === take) this.#earlier.replace(replaced, takeId);
    } catch (cause) {
      if (signal.aborted) return;
      logFailure('The recording could not be prepared.', cause);
      const isPermanent = cause instanceof DecodeError;
      const { continued } = this.#store.state;
      if (continued) {
        const { history } = continued;
        updateTake(takeId, { history }).catch(logUnstoredEdits);
      } else if (isPermanent) void deleteTakeFromDevice(this.#app.queryClient, takeId);
      this.#store.dispatch({
        type: 'fail',
        takeId,
        notice: isPermanent ? 'nothing' : 'unprepared',
      });
    }
  }
}
