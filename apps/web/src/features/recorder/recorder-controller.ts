import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import type { App } from '#lib/app.ts';
import { createDeferred } from '#lib/deferred.ts';
import { logFailure } from '#lib/log.ts';
import { CaptureError, type CaptureProblem } from '#features/recorder/capture/capture-problem.ts';
import type { CaptureEnd } from '#features/recorder/capture/capture.ts';
import { decodeRecording, DecodeError } from '#features/recorder/capture/decode.ts';
import { deleteTakeFromDevice } from '#features/recorder/take/discard-take.ts';
import {
  addEdit,
  redoEdit,
  undoEdit,
  type EditHistory,
} from '#features/recorder/take/take-edits.ts';
import {
  editSound,
  readSound,
  readStoredSound,
  soundOf,
  type TakeSound,
} from '#features/recorder/take/take-sound.ts';
import { isSilent, type DropDraft } from '#features/recorder/take/take.ts';
import {
  INITIAL_STATE,
  recorderReducer,
  type EditableTake,
  type FinishedTake,
  type RecorderAction,
  type RecorderNotice,
  type RecorderState,
} from './recorder-state.ts';
import { readAccountKey } from '#lib/account-key.ts';
import { startRecording, type Recording } from '#features/recorder/capture/recording.ts';
import { requestPersistentStorage } from '#features/recorder/take/request-persistent-storage.ts';
import { claimTake } from '#features/recorder/take/claim-take.ts';
import { mayHaveSealedTakes } from '#features/recorder/take/sealed-takes-mark.ts';
import { warmUpVeil, startVoiceWorker } from '#features/recorder/mask/run-voice-job.ts';
import { removeEarlierClips } from '#features/recorder/mask/queries.ts';
import { lockTake, unlockTake } from '#features/recorder/take/take-lock.ts';
import { readTake, updateTake } from '#features/recorder/take/take-store.ts';
import {
  findDiscarded,
  discardWithUndo,
  type DiscardedTake,
} from '#features/recorder/take/undo-discard.ts';
import { announceQueue, failureOf, postOrQueue } from '#features/recorder/post/post-record.ts';

/** How often the recorded time, which is shown in whole seconds, is read. */
const CLOCK_INTERVAL_MS = 200;

const logUnread = (cause: unknown) =>
  logFailure('The takes of the last session could not be read.', cause);

const logUnrestored = (cause: unknown) =>
  logFailure('The stored take could not be restored.', cause);

const logUnstoredEdits = (cause: unknown) =>
  logFailure('The edits could not be stored on this device.', cause);

/** The edits of a take, with one that appends a further segment. */
const appended = ({ history, segments }: EditableTake): EditHistory =>
  addEdit(history, { kind: 'append', segment: segments.length });

/**
 * Why a recording ended or could not start; `kept` when it ended while no recorder was shown; null when the take
 * was discarded or the page was left.
 */
export type RecordingOutcome = CaptureEnd | CaptureProblem | 'kept' | null;

/**
 * The recorder of an account: records a take, stores it on the device, restores it on a later visit,
 * posts it, and deletes it when it is posted or discarded. A store for React's useSyncExternalStore.
 */
export class RecorderController {
  /** The account that records. */
  readonly userId: string;
  readonly #app: App;
  readonly #onDiscarded: (discarded: DiscardedTake) => void;
  readonly #listeners = new Set<() => void>();
  #state: RecorderState = INITIAL_STATE;
  #visit = new AbortController();
  #recording: Recording | null = null;
  /** Called when the recording ends while no recorder is shown; null while one is. */
  #onEndUnseen: (() => void) | null = null;
  /** Settles once the device has stored the latest recording, which may be after its end. */
  #stored: Promise<void> = Promise.resolve();
  /** The take that was recorded again last. */
  #previous: FinishedTake | null = null;
  /** The edits in progress, if any. */
  #editing: Promise<void> | null = null;
  /** The latest post, whether or not it has settled. */
  #posting: Promise<unknown> = Promise.resolve();
  #upload = new AbortController();

  /** @param onDiscarded called with each take that was discarded or replaced, which can be undone */
  constructor(userId: string, app: App, onDiscarded: (discarded: DiscardedTake) => void) {
    this.userId = userId;
    this.#app = app;
    this.#onDiscarded = onDiscarded;
  }

  readonly getState = (): RecorderState => this.#state;

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** The microphone's current level, 0 to 1. */
  readonly level = (): number => this.#recording?.level() ?? 0;

  /** Seconds recorded so far, with fractions and with those of the take that is continued. */
  readonly clock = (): number =>
    (this.#state.continued?.clip.duration ?? 0) + this.recordedSeconds();

  /** Seconds of the recording in progress, with fractions. */
  readonly recordedSeconds = (): number => this.#recording?.seconds() ?? 0;

  /** Starts a visit, and restores the take of an earlier visit. A recording that goes on is shown again. */
  enter(): void {
    if (this.#onEndUnseen) {
      this.#onEndUnseen = null;
      return;
    }
    this.#visit = new AbortController();
    startVoiceWorker();
    this.#restore(this.#visit.signal, 'restored').catch(logUnrestored);
  }

  /** Shows the take that was made of a file and stored, unless the recorder is busy meanwhile: then a later visit shows it. */
  showImported(): void {
    this.#restore(this.#visit.signal, null).catch(logUnrestored);
  }

  /**
   * Leaves the recording in progress running, until `enter` shows it again or `leave` ends it.
   *
   * @param onEnd called when the recording ends meanwhile
   * @returns whether there is a recording in progress
   */
  leaveRunning(onEnd: () => void): boolean {
    if (this.#state.phase !== 'recording') return false;
    this.#onEndUnseen = onEnd;
    return true;
  }

  /** Ends the visit and a recording in progress, whose take is kept for the next visit. Settles when it is stored. */
  async leave(): Promise<void> {
    this.#onEndUnseen?.();
    this.#onEndUnseen = null;
    this.#visit.abort();
    this.#recording?.stop();
    const takeId = this.#takeId();
    const lastWork = Promise.allSettled([this.#stored, this.#posting]);
    if (takeId) unlockTake(takeId, lastWork);
    const { replaced } = this.#state;
    if (replaced) unlockTake(replaced.take.id);
    this.#recording = null;
    this.#dispatch({ type: 'reset' });
    announceQueue(this.#app.client);
    await lastWork;
  }

  /** Records a take until the recording is stopped, reaches the limit or loses its microphone. */
  record(): Promise<RecordingOutcome> {
    return this.#record(null);
  }

  /** Records as `record` does, and appends the recording to the take. */
  async continueTake(): Promise<RecordingOutcome> {
    await this.#editing;
    return this.#record(this.#state.take);
  }

  async #record(continued: EditableTake | null): Promise<RecordingOutcome> {
    const { signal } = this.#visit;
    if (this.#state.phase !== 'idle' && this.#state.phase !== 'ready') return null;
    this.#dispatch({ type: 'open' });
    // The take is encrypted with it when the session ends. Offline, the recording does without.
    readAccountKey(this.#app.client, this.userId).catch(() => undefined);
    let recording: Recording;
    try {
      recording = await startRecording(
        this.userId,
        this.#state.draft,
        signal,
        (pause) => this.#dispatch({ type: 'pause', pause }),
        continued && {
          takeId: continued.id,
          duration: continued.clip.duration,
          segments: continued.segments.length,
          history: appended(continued),
          stored: this.#stored,
        },
      );
    } catch (cause) {
      if (signal.aborted) return null;
      return this.#refuse(cause);
    }
    warmUpVeil();
    return this.#follow(recording, continued, signal);
  }

  stop(): void {
    this.#recording?.stop();
  }

  /** Pauses the recording in progress. */
  pause(): void {
    this.#recording?.pause();
  }

  /** Continues a paused recording, unless the microphone is still muted. */
  resume(): void {
    this.#recording?.resume();
  }

  /** Keeps only what is between two times of the take, in seconds. */
  async trim(start: number, end: number): Promise<void> {
    await this.#change((history) => addEdit(history, { kind: 'trim', start, end }));
  }

  /** Undoes the last edit of the take. */
  async undo(): Promise<void> {
    await this.#change(undoEdit);
  }

  /** Redoes the edit that was undone last. */
  async redo(): Promise<void> {
    await this.#change(redoEdit);
  }

  /** Shows the take that was recorded again once more, with its form. The newer one is discarded, which can be undone. */
  async restorePrevious(): Promise<void> {
    if (this.#editing) await this.#editing;
    const { take, previousId, failure, draft } = this.#state;
    if (!take || !previousId) return;
    // Without storage, the take is in this page's memory.
    const stored = await readTake(previousId).catch(() => undefined);
    const known = this.#previous?.take.id === previousId ? this.#previous : null;
    const sound = known?.take ?? (stored && (await readStoredSound(stored)));
    if (!sound) throw new Error('The earlier recording is no longer on this device.');
    if (this.#state.take !== take || this.#state.phase !== 'ready') return;
    await lockTake(previousId);
    const finished = {
      take: { ...sound, id: previousId },
      failure: known?.failure ?? null,
      previousId: stored?.replaces ?? null,
    };
    this.#dispatch({ type: 'previous', finished, draft: stored?.draft ?? draft });
    await Promise.all([
      updateTake(previousId, { replacedBy: null }),
      updateTake(take.id, { replaces: null }),
    ]);
    this.#discardWithUndo({ take, failure }, 'replaced', draft);
  }

  /** Discards the take, also while it is being recorded, and clears the form. This can be undone for a while. */
  discard(): void {
    const takeId = this.#takeId();
    const recording = this.#recording;
    const { take, failure, draft, continued, previousId } = this.#state;
    // What was recorded before must not be lost with it; the new part can be undone.
    if (continued) {
      recording?.stop();
      return;
    }
    this.#recording = null;
    this.#dispatch({ type: 'discard' });
    recording?.stop();
    if (take) this.#discardWithUndo({ take, failure, previousId }, 'discarded', draft);
    else if (takeId) {
      const sound = async () =>
        soundOf(await decodeRecording((await recording?.ended)?.audio ?? new Blob()));
      const undo = () => void this.#undoDiscardOfAudio(takeId, sound(), draft, { failure: null });
      this.#onDiscarded(discardWithUndo(this.#app, takeId, 'discarded', undo));
    }
  }

  /**
   * Posts the take and clears the form. The post continues when the user leaves the page.
   *
   * @returns whether the user is still on the page (`here`) or has left it, or `queued` when the take waits
   *   for the network; null when there is no take to post, or a post is already in progress
   * @throws {PostError}; take and form are then unchanged, and the failure is in the state
   */
  async post(): Promise<'here' | 'left' | 'queued' | null> {
    if (this.#editing) await this.#editing;
    const { phase, take, draft } = this.#state;
    if (phase !== 'ready' || !take) return null;
    const { signal } = this.#visit;
    this.#dispatch({ type: 'post' });
    this.#upload = new AbortController();
    const posting = { userId: this.userId, take, draft };
    const outcome = postOrQueue(this.#app, posting, {
      signal: this.#upload.signal,
      onProgress: (progress) => this.#dispatch({ type: 'progress', progress }),
    });
    this.#posting = outcome;
    try {
      const isQueued = (await outcome) === 'queued';
      if (!signal.aborted) this.#dispatch({ type: 'reset' });
      if (!isQueued) return signal.aborted ? 'left' : 'here';
      unlockTake(take.id);
      return 'queued';
    } catch (cause) {
      if (!signal.aborted) this.#dispatch({ type: 'unposted', failure: failureOf(cause) });
      throw cause;
    } finally {
      announceQueue(this.#app.client);
    }
  }

  /** Cancels the post in progress. */
  cancelPost(): void {
    this.#upload.abort();
  }

  edit(change: Partial<DropDraft>): void {
    this.#dispatch({ type: 'edit', change });
    const takeId = this.#takeId();
    if (!takeId) return;
    updateTake(takeId, { draft: this.#state.draft }).catch((cause: unknown) =>
      logFailure('The form could not be stored on this device.', cause),
    );
  }

  /** Edits the take after the edits in progress, and stores the edits. */
  async #change(edit: (history: EditHistory) => EditHistory): Promise<void> {
    const earlier = this.#editing;
    const { promise, resolve } = createDeferred();
    this.#editing = promise;
    try {
      await earlier;
      const { take, phase } = this.#state;
      if (!take || phase !== 'ready') return;
      const history = edit(take.history);
      const edited = { ...take, ...(await editSound(take.segments, history)) };
      if (this.#state.take !== take) return;
      this.#dispatch({ type: 'edited', take: edited });
      removeEarlierClips(this.#app.queryClient, edited);
      await updateTake(take.id, { history, post: null }).catch(logUnstoredEdits);
    } finally {
      if (this.#editing === promise) this.#editing = null;
      resolve();
    }
  }

  #takeId(): string | null {
    return this.#state.pendingTakeId ?? this.#state.take?.id ?? null;
  }

  #dispatch(action: RecorderAction): void {
    const next = recorderReducer(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const notify of this.#listeners) notify();
  }

  #refuse(cause: unknown): CaptureProblem {
    logFailure('The recording did not start.', cause);
    const problem = cause instanceof CaptureError ? cause.problem : 'failed';
    this.#dispatch({ type: 'refuse', problem });
    return problem;
  }

  async #follow(
    recording: Recording,
    continued: EditableTake | null,
    signal: AbortSignal,
  ): Promise<RecordingOutcome> {
    const { takeId } = recording;
    this.#recording = recording;
    this.#stored = recording.stored;
    this.#dispatch({ type: 'recording', takeId, continues: continued !== null });
    const clock = setInterval(() => {
      const seconds = Math.min(Math.floor(this.clock()), RECORDING_MAX_SECONDS);
      this.#dispatch({ type: 'tick', seconds });
    }, CLOCK_INTERVAL_MS);

    const { audio, end } = await recording.ended;
    clearInterval(clock);
    // The take was discarded, or the user has left the page.
    if (this.#recording !== recording) return null;
    if (this.#onEndUnseen) {
      await this.leave();
      return 'kept';
    }
    this.#recording = null;
    // The clock may not have been read at the last moment.
    if (end === 'limit') this.#dispatch({ type: 'tick', seconds: RECORDING_MAX_SECONDS });
    this.#dispatch({ type: 'end', takeId });
    const make = async () => {
      const clip = await decodeRecording(audio, signal);
      if (!continued) return soundOf(clip);
      return editSound([...continued.segments, clip], appended(continued), signal);
    };
    void this.#prepare(takeId, make, end === 'lost' || end === 'full' ? end : null, signal);
    return end;
  }

  async #restore(signal: AbortSignal, notice: RecorderNotice | null): Promise<void> {
    // The account may have left takes here when the server ended its last session.
    if (mayHaveSealedTakes(this.userId)) await this.#unseal().catch(logUnread);
    const stored = await claimTake(this.userId, signal);
    if (!stored) {
      await this.#offerDiscarded(signal);
      return;
    }
    const { take, recordings } = stored;
    const failure = take.post?.failure ?? null;
    const previousId = take.replaces ?? null;
    this.#dispatch({ type: 'restore', takeId: take.id, draft: take.draft, failure, previousId });
    // The reducer ignores the action when another recording has started.
    if (this.#state.pendingTakeId !== take.id) unlockTake(take.id);
    else {
      const make = () => readSound(take, recordings, signal);
      await this.#prepare(take.id, make, failure ? null : notice, signal);
    }
    announceQueue(this.#app.client);
  }

  async #unseal(): Promise<void> {
    const { unsealTakes } = await import('#features/recorder/take/sealed-takes.ts');
    await unsealTakes(this.#app.client, this.userId);
  }

  /** Offers to undo a discard that was made just before the page was closed or reloaded. */
  async #offerDiscarded(signal: AbortSignal): Promise<void> {
    const discarded = await findDiscarded(this.#app, this.userId, (take) => {
      const failure = take.post?.failure ?? null;
      void this.#undoDiscardOfAudio(take.id, readStoredSound(take), take.draft, {
        failure,
        previousId: take.replaces ?? null,
      });
    });
    if (discarded && !signal.aborted) this.#onDiscarded(discarded);
    else if (discarded) unlockTake(discarded.takeId);
  }

  /** Keeps a take that was recorded again until the newer one is posted or discarded. */
  #replace(finished: FinishedTake, replacedBy: string): void {
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

  #discardWithUndo(finished: FinishedTake, why: DiscardedTake['why'], draft: DropDraft): void {
    const undo = () => this.#undoDiscard(finished, draft);
    this.#onDiscarded(discardWithUndo(this.#app, finished.take.id, why, undo));
  }

  /** Shows a discarded take again, and replaces the current one. If it cannot be shown now, a later visit restores it. */
  #undoDiscard(finished: FinishedTake, draft: DropDraft): void {
    const { take: shown, failure } = this.#state;
    const { id } = finished.take;
    if (!this.#visit.signal.aborted) this.#dispatch({ type: 'undo', finished, draft });
    const { take, replaced } = this.#state;
    if (take?.id !== id && replaced?.take.id !== id) unlockTake(id);
    else if (take?.id === id && shown) {
      this.#discardWithUndo({ take: shown, failure }, 'replaced', this.#state.draft);
    }
    announceQueue(this.#app.client);
  }

  /** Undoes the discard of a take whose clip was not made yet. */
  async #undoDiscardOfAudio(
    takeId: string,
    sound: Promise<TakeSound>,
    draft: DropDraft,
    rest: Omit<FinishedTake, 'take'>,
  ): Promise<void> {
    try {
      this.#undoDiscard({ take: { id: takeId, ...(await sound) }, ...rest }, draft);
    } catch (cause) {
      logFailure('The discarded recording could not be prepared.', cause);
      unlockTake(takeId);
    }
  }

  async #prepare(
    takeId: string,
    make: () => Promise<TakeSound>,
    notice: RecorderNotice | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const take = { id: takeId, ...(await make()) };
      const { replaced } = this.#state;
      this.#dispatch({ type: 'ready', take, notice: isSilent(take.clip) ? 'silence' : notice });
      removeEarlierClips(this.#app.queryClient, take);
      void requestPersistentStorage();
      if (replaced && this.#state.take === take) this.#replace(replaced, takeId);
    } catch (cause) {
      if (signal.aborted) return;
      logFailure('The recording could not be prepared.', cause);
      const isPermanent = cause instanceof DecodeError;
      const { continued } = this.#state;
      if (continued) {
        const { history } = continued;
        updateTake(takeId, { history }).catch(logUnstoredEdits);
      } else if (isPermanent) void deleteTakeFromDevice(this.#app.queryClient, takeId);
      this.#dispatch({ type: 'fail', takeId, notice: isPermanent ? 'nothing' : 'unprepared' });
    }
  }
}
