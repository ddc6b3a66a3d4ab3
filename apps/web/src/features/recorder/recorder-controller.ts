import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { readAccountKey } from '#lib/account-key.ts';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { CaptureError, type CaptureProblem } from '#features/recorder/capture/capture-problem.ts';
import type { CaptureEnd } from '#features/recorder/capture/capture.ts';
import { decodeRecording, DecodeError } from '#features/recorder/capture/decode.ts';
import { startRecording, type Recording } from '#features/recorder/capture/recording.ts';
import { removeEarlierClips } from '#features/recorder/mask/queries.ts';
import { warmUpVeil, startVoiceWorker } from '#features/recorder/mask/run-voice-job.ts';
import { announceQueue, failureOf, postOrQueue } from '#features/recorder/post/post-record.ts';
import { claimTake } from '#features/recorder/take/claim-take.ts';
import { deleteTakeFromDevice } from '#features/recorder/take/discard-take.ts';
import { EarlierTakes } from '#features/recorder/take/earlier-takes.ts';
import { requestPersistentStorage } from '#features/recorder/take/request-persistent-storage.ts';
import { mayHaveSealedTakes } from '#features/recorder/take/sealed-takes-mark.ts';
import { logUnstoredEdits, TakeEditing } from '#features/recorder/take/take-editing.ts';
import {
  addEdit,
  redoEdit,
  undoEdit,
  type EditHistory,
} from '#features/recorder/take/take-edits.ts';
import { unlockTake } from '#features/recorder/take/take-lock.ts';
import {
  editSound,
  readSound,
  soundOf,
  type TakeSound,
} from '#features/recorder/take/take-sound.ts';
import { updateTake } from '#features/recorder/take/take-store.ts';
import { isSilent, type DropDraft } from '#features/recorder/take/take.ts';
import type { DiscardedTake } from '#features/recorder/take/undo-discard.ts';
import type { EditableTake, RecorderNotice, RecorderState } from './recorder-state.ts';
import { RecorderStore } from './recorder-store.ts';

/** How often the recorded time, which is shown in whole seconds, is read. */
const CLOCK_INTERVAL_MS = 200;

const logUnread = (cause: unknown) =>
  logFailure('The takes of the last session could not be read.', cause);

const logUnrestored = (cause: unknown) =>
  logFailure('The stored take could not be restored.', cause);

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
  readonly #store = new RecorderStore();
  readonly #editing: TakeEditing;
  readonly #earlier: EarlierTakes;
  #recording: Recording | null = null;
  /** Called when the recording ends while no recorder is shown; null while one is. */
  #onEndUnseen: (() => void) | null = null;
  /** Settles once the device has stored the latest recording, which may be after its end. */
  #stored: Promise<void> = Promise.resolve();
  /** The latest post, whether or not it has settled. */
  #posting: Promise<unknown> = Promise.resolve();
  #upload = new AbortController();

  /** @param onDiscarded called with each take that was discarded or replaced, which can be undone */
  constructor(userId: string, app: App, onDiscarded: (discarded: DiscardedTake) => void) {
    this.userId = userId;
    this.#app = app;
    this.#editing = new TakeEditing(this.#store, app.queryClient);
    this.#earlier = new EarlierTakes(app, this.#store, onDiscarded);
  }

  readonly getState = (): RecorderState => this.#store.state;

  readonly subscribe = (notify: () => void): (() => void) => this.#store.subscribe(notify);

  /** The microphone's current level, 0 to 1. */
  readonly level = (): number => this.#recording?.level() ?? 0;

  /** Seconds recorded so far, with fractions and with those of the take that is continued. */
  readonly clock = (): number =>
    (this.#store.state.continued?.clip.duration ?? 0) + this.recordedSeconds();

  /** Seconds of the recording in progress, with fractions. */
  readonly recordedSeconds = (): number => this.#recording?.seconds() ?? 0;

  /** Starts a visit, and restores the take of an earlier visit. A recording that goes on is shown again. */
  enter(): void {
    if (this.#onEndUnseen) {
      this.#onEndUnseen = null;
      return;
    }
    this.#store.beginVisit();
    startVoiceWorker();
    this.#restore(this.#store.visit, 'restored').catch(logUnrestored);
  }

  /** Shows the take that was made of a file and stored, unless the recorder is busy meanwhile: then a later visit shows it. */
  showImported(): void {
    this.#restore(this.#store.visit, null).catch(logUnrestored);
  }

  /**
   * Leaves the recording in progress running, until `enter` shows it again or `leave` ends it.
   *
   * @param onEnd called when the recording ends meanwhile
   * @returns whether there is a recording in progress
   */
  leaveRunning(onEnd: () => void): boolean {
    if (this.#store.state.phase !== 'recording') return false;
    this.#onEndUnseen = onEnd;
    return true;
  }

  /** Ends the visit and a recording in progress, whose take is kept for the next visit. Settles when it is stored. */
  async leave(): Promise<void> {
    this.#onEndUnseen?.();
    this.#onEndUnseen = null;
    this.#store.endVisit();
    this.#recording?.stop();
    const takeId = this.#store.takeId;
    const lastWork = Promise.allSettled([this.#stored, this.#posting]);
    if (takeId) unlockTake(takeId, lastWork);
    const { replaced } = this.#store.state;
    if (replaced) unlockTake(replaced.take.id);
    this.#recording = null;
    this.#store.dispatch({ type: 'reset' });
    announceQueue(this.#app.client);
    await lastWork;
  }

  /** Records a take until the recording is stopped, reaches the limit or loses its microphone. */
  record(): Promise<RecordingOutcome> {
    return this.#record(null);
  }

  /** Records as `record` does, and appends the recording to the take. */
  async continueTake(): Promise<RecordingOutcome> {
    await this.#editing.inProgress;
    return this.#record(this.#store.state.take);
  }

  async #record(continued: EditableTake | null): Promise<RecordingOutcome> {
    const signal = this.#store.visit;
    if (this.#store.state.phase !== 'idle' && this.#store.state.phase !== 'ready') return null;
    this.#store.dispatch({ type: 'open' });
    // The take is encrypted with it when the session ends. Offline, the recording does without.
    readAccountKey(this.#app.client, this.userId).catch(() => undefined);
    let recording: Recording;
    const replaced = this.#store.state.take?.id ?? null;
    try {
      recording = await startRecording(
        this.userId,
        this.#store.state.draft,
        signal,
        (pause) => this.#store.dispatch({ type: 'pause', pause }),
        continued
          ? {
              takeId: continued.id,
              duration: continued.clip.duration,
              segments: continued.segments.length,
              history: appended(continued),
              stored: this.#stored,
            }
          : replaced,
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

  /** Discards the take, also while it is being recorded, and clears the form. This can be undone for a while. */
  discard(): void {
    const recording = this.#recording;
    // What was recorded before must not be lost with it; the new part can be undone.
    if (!this.#store.state.continued) {
      this.#recording = null;
      this.#earlier.discard(recording);
    }
    recording?.stop();
  }

  /**
   * Posts the take and clears the form. The post continues when the user leaves the page.
   *
   * @returns whether the user is still on the page (`here`) or has left it, or `queued` when the take waits
   *   for the network; null when there is no take to post, or a post is already in progress
   * @throws {PostError}; take and form are then unchanged, and the failure is in the state
   */
  async post(): Promise<'here' | 'left' | 'queued' | null> {
    if (this.#editing.inProgress) await this.#editing.inProgress;
    const { phase, take, draft } = this.#store.state;
    if (phase !== 'ready' || !take) return null;
    const signal = this.#store.visit;
    this.#store.dispatch({ type: 'post' });
    this.#upload = new AbortController();
    const posting = { userId: this.userId, take, draft };
    const outcome = postOrQueue(this.#app, posting, {
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

  /** Cancels the post in progress. */
  cancelPost(): void {
    this.#upload.abort();
  }

  edit(change: Partial<DropDraft>): void {
    this.#store.dispatch({ type: 'edit', change });
    const takeId = this.#store.takeId;
    if (!takeId) return;
    updateTake(takeId, { draft: this.#store.state.draft }).catch((cause: unknown) =>
      logFailure('The form could not be stored on this device.', cause),
    );
  }

  #refuse(cause: unknown): CaptureProblem {
    logFailure('The recording did not start.', cause);
    const problem = cause instanceof CaptureError ? cause.problem : 'failed';
    this.#store.dispatch({ type: 'refuse', problem });
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
    this.#store.dispatch({ type: 'recording', takeId, continues: continued !== null });
    const clock = setInterval(() => {
      const seconds = Math.min(Math.floor(this.clock()), RECORDING_MAX_SECONDS);
      this.#store.dispatch({ type: 'tick', seconds });
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
    if (end === 'limit') this.#store.dispatch({ type: 'tick', seconds: RECORDING_MAX_SECONDS });
    this.#store.dispatch({ type: 'end', takeId });
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
      await this.#earlier.offerDiscarded(this.userId);
      return;
    }
    const { take, recordings } = stored;
    const failure = take.post?.failure ?? null;
    const previousId = take.replaces ?? null;
    this.#store.dispatch({
      type: 'restore',
      takeId: take.id,
      draft: take.draft,
      failure,
      previousId,
    });
    // The reducer ignores the action when another recording has started.
    if (this.#store.state.pendingTakeId !== take.id) unlockTake(take.id);
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
