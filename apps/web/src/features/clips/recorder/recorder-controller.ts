import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { readAccountKey } from '#lib/account-key.ts';
import type { App } from '#lib/app.ts';
import { lazyCode, type LazyCode } from '#lib/lazy-code.ts';
import { logFailure } from '#lib/log.ts';
import { CaptureError, type CaptureProblem } from '#features/clips/capture/capture-problem.ts';
import type { CaptureEnd } from '#features/clips/capture/capture.ts';
import { setCurrentRecording } from '#features/clips/capture/current-recording.ts';
import {
  startRecording,
  type ContinuedTake,
  type Recording,
} from '#features/clips/capture/recording.ts';
import { startVoiceWorker, warmUpVeil } from '#features/clips/mask/run-voice-job.ts';
import { announceQueue } from '#features/clips/take/queue-changes.ts';
import { claimTake } from '#features/clips/take/claim-take.ts';
import type { FinishedTakes } from '#features/clips/take/finished-takes.ts';
import { mayHaveSealedTakes } from '#features/clips/take/sealed-takes-mark.ts';
import { unlockTake } from '#features/clips/take/take-lock.ts';
import { FOR_DROP, type TakePurpose } from '#features/clips/take/take-purpose.ts';
import { hasDiscardedTake, updateTake } from '#features/clips/take/take-store.ts';
import type { TakeDraft } from '#features/clips/take/take.ts';
import type { DiscardedTake } from '#features/clips/take/undo-discard.ts';
import { afterRecording, awaitCode } from './after-recording-code.ts';
import type { RecorderNotice, RecorderState } from './recorder-state.ts';
import { RecorderStore } from './recorder-store.ts';

/** How often the recorded time, which is shown in whole seconds, is read. */
const CLOCK_INTERVAL_MS = 200;

const logUnread = (cause: unknown) =>
  logFailure('The takes of the last session could not be read.', cause);

const logUnrestored = (cause: unknown) =>
  logFailure('The stored take could not be restored.', cause);

/**
 * Why a recording ended or could not start; `kept` when it ended while no recorder was shown; null when the take
 * was discarded or the page was left.
 */
export type RecordingOutcome = CaptureEnd | CaptureProblem | 'kept' | null;

/**
 * The recorder of an account: records a take, stores it on the device, and restores it on a later visit. What
 * is done with a take afterwards is in `FinishedTakes`, whose code arrives later. A store for React's
 * useSyncExternalStore.
 */
export class RecorderController {
  /** The account that records. */
  readonly userId: string;
  readonly #purpose: TakePurpose;
  readonly #app: App;
  readonly #store = new RecorderStore();
  readonly #fetchFinished: LazyCode<FinishedTakes>;
  #recording: Recording | null = null;
  /** Called when the recording ends while no recorder is shown; null while one is. */
  #onEndUnseen: (() => void) | null = null;
  /** Settles once the device has stored the latest recording, which may be after its end. */
  #stored: Promise<void> = Promise.resolve();

  /**
   * @param onDiscarded called with each take that was discarded or replaced, which can be undone
   * @param purpose what the takes are for; other takes are not shown
   */
  constructor(
    userId: string,
    app: App,
    onDiscarded: (discarded: DiscardedTake) => void,
    purpose = FOR_DROP,
  ) {
    this.userId = userId;
    this.#purpose = purpose;
    this.#app = app;
    this.#fetchFinished = lazyCode(async () => {
      const { FinishedTakes } = await afterRecording();
      return new FinishedTakes(userId, app, this.#store, onDiscarded, purpose);
    });
  }

  /** What edits, posts and restores takes. Undefined until its code has arrived; a take is never ready before that. */
  get finished(): FinishedTakes | undefined {
    return this.#fetchFinished.current();
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
    this.#restore(this.#store.visit, 'restored').catch(logUnrestored);
  }

  /** Starts early what is needed once a recording has ended: a worker, and the code for finished takes. */
  prepare(): void {
    startVoiceWorker();
    void this.#awaitFinished(this.#store.visit);
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
    const lastWork = Promise.allSettled([this.#stored, this.finished?.posting]);
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
    return this.#record(this.#store.state.take?.id ?? null);
  }

  /** Records as `record` does, and appends the recording to the take. */
  async continueTake(): Promise<RecordingOutcome> {
    const continued = await this.finished?.continuation();
    return this.#record(continued ? { ...continued, stored: this.#stored } : null);
  }

  /** @param earlier the take to which the recording is appended, or the id of the one that it replaces */
  async #record(earlier: ContinuedTake | string | null): Promise<RecordingOutcome> {
    const signal = this.#store.visit;
    if (this.#store.state.phase !== 'idle' && this.#store.state.phase !== 'ready') return null;
    this.#store.dispatch({ type: 'open' });
    this.prepare();
    // The take is encrypted with it when the session ends. Offline, the recording does without.
    readAccountKey(this.#app.client, this.userId).catch(() => undefined);
    let recording: Recording;
    const continues = earlier !== null && typeof earlier === 'object';
    try {
      recording = await startRecording(
        { userId: this.userId, purpose: this.#purpose, draft: this.#store.state.draft },
        signal,
        (pause) => this.#store.dispatch({ type: 'pause', pause }),
        earlier,
      );
    } catch (cause) {
      if (signal.aborted) return null;
      return this.#refuse(cause);
    }
    setCurrentRecording(this.#app.client, recording);
    warmUpVeil();
    return this.#follow(recording, continues, signal);
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

  /** Discards the take, also while it is being recorded, and clears the form. This can be undone for a while. */
  discard(): void {
    const recording = this.#recording;
    // What was recorded before must not be lost with it; the new part can be undone.
    if (!this.#store.state.continued) {
      this.#recording = null;
      if (this.finished) this.finished.discard(recording);
      else void this.#discardEarly(recording);
    }
    recording?.stop();
  }

  edit(change: Partial<TakeDraft>): void {
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
    continues: boolean,
    signal: AbortSignal,
  ): Promise<RecordingOutcome> {
    const { takeId } = recording;
    this.#recording = recording;
    this.#stored = recording.stored;
    this.#store.dispatch({ type: 'recording', takeId, continues });
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
    const notice = end === 'lost' || end === 'full' ? end : null;
    void this.#awaitFinished(signal).then((finished) =>
      finished?.prepareRecording(takeId, audio, notice, signal),
    );
    return end;
  }

  async #restore(signal: AbortSignal, notice: RecorderNotice | null): Promise<void> {
    // The account may have left takes here when the server ended its last session.
    if (mayHaveSealedTakes(this.userId)) await this.#unseal().catch(logUnread);
    const stored = await claimTake(this.userId, this.#purpose, signal);
    if (!stored) {
      if (await hasDiscardedTake(this.userId, this.#purpose))
        await (await this.#awaitFinished(signal))?.offerDiscarded();
      return;
    }
    const { id: takeId, draft, post, replaces: previousId = null } = stored.take;
    const failure = post?.failure ?? null;
    this.#store.dispatch({ type: 'restore', takeId, draft, failure, previousId });
    // The reducer ignores the action when another recording has started.
    if (this.#store.state.pendingTakeId !== takeId) unlockTake(takeId);
    else {
      const finished = await this.#awaitFinished(signal);
      await finished?.prepareStored(stored, failure ? null : notice, signal);
    }
    announceQueue(this.#app.client);
  }

  async #unseal(): Promise<void> {
    const { unsealTakes } = await import('#features/clips/take/sealed-takes.ts');
    await unsealTakes(this.#app.client, this.userId);
  }

  /**
   * Discards the take that is being recorded before the code that can undo this has arrived. The undo is offered
   * when it has; otherwise the take is deleted on a later visit.
   */
  async #discardEarly(recording: Recording | null): Promise<void> {
    const { takeId, visit } = this.#store;
    const { draft } = this.#store.state;
    this.#store.dispatch({ type: 'discard' });
    if (!takeId) return;
    updateTake(takeId, { discardedAt: Date.now() }).catch((cause: unknown) =>
      logFailure('The take could not be marked as discarded.', cause),
    );
    const finished = await this.#awaitFinished(visit);
    if (finished) finished.offerUndo(takeId, recording, draft);
    else unlockTake(takeId);
  }

  /**
   * Awaits the code for finished takes. While a take waits for code that could not be fetched, the state says so.
   *
   * @returns null when the recorder was left before
   */
  #awaitFinished(visit: AbortSignal): Promise<FinishedTakes | null> {
    return awaitCode(this.#fetchFinished, visit, (cause) => {
      logFailure('The code for finished takes could not be fetched.', cause);
      this.#store.dispatch({ type: 'wait' });
    });
  }
}
