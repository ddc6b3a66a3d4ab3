import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { CaptureError, type CaptureProblem } from '#features/recorder/capture/capture-problem.ts';
import type { CaptureEnd } from '#features/recorder/capture/capture.ts';
import { decodeRecording, DecodeError } from '#features/recorder/capture/decode.ts';
import { deleteTakeFromDevice } from '#features/recorder/take/discard-take.ts';
import { isSilent, type DropDraft } from '#features/recorder/take/take.ts';
import {
  INITIAL_STATE,
  recorderReducer,
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
import { unlockTake } from '#features/recorder/take/take-lock.ts';
import { readRecording, updateTake, type PostFailure } from '#features/recorder/take/take-store.ts';
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

/** Why a recording ended or could not start; null when the take was discarded or the page was left. */
export type RecordingOutcome = CaptureEnd | CaptureProblem | null;

/**
 * The recorder of an account: records a take, stores it on the device, restores it on a later visit,
 * posts it, and deletes it when it is posted or discarded. A store for React's useSyncExternalStore.
 */
export class RecorderController {
  readonly #userId: string;
  readonly #app: App;
  readonly #onDiscarded: (discarded: DiscardedTake) => void;
  readonly #listeners = new Set<() => void>();
  #state: RecorderState = INITIAL_STATE;
  #visit = new AbortController();
  #recording: Recording | null = null;
  /** The latest post, whether or not it has settled. */
  #posting: Promise<unknown> = Promise.resolve();
  #upload = new AbortController();

  /** @param onDiscarded called with each take that was discarded or replaced, which can be undone */
  constructor(userId: string, app: App, onDiscarded: (discarded: DiscardedTake) => void) {
    this.#userId = userId;
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

  /** Seconds recorded so far, with fractions. */
  readonly clock = (): number => this.#recording?.seconds() ?? 0;

  /** Starts a visit, and restores the take of an earlier visit. */
  enter(): void {
    this.#visit = new AbortController();
    startVoiceWorker();
    this.#restore(this.#visit.signal).catch((cause: unknown) =>
      logFailure('The stored take could not be restored.', cause),
    );
  }

  /** Ends the visit. A recording in progress stops, and its take is kept for the next visit. */
  leave(): void {
    this.#visit.abort();
    this.#recording?.stop();
    const takeId = this.#takeId();
    const lastWork = this.#recording?.stored ?? this.#posting;
    if (takeId) unlockTake(takeId, lastWork);
    const { replaced } = this.#state;
    if (replaced) unlockTake(replaced.take.id);
    this.#recording = null;
    this.#dispatch({ type: 'reset' });
    announceQueue(this.#app.client);
  }

  /** Records until the recording is stopped, reaches the limit or loses its microphone. */
  async record(): Promise<RecordingOutcome> {
    const { signal } = this.#visit;
    if (this.#state.phase !== 'idle' && this.#state.phase !== 'ready') return null;
    this.#dispatch({ type: 'open' });
    // The take is encrypted with it when the session ends. Offline, the recording does without.
    readAccountKey(this.#app.client, this.#userId).catch(() => undefined);
    let recording: Recording;
    try {
      recording = await startRecording(this.#userId, this.#state.draft, signal, (pause) =>
        this.#dispatch({ type: 'pause', pause }),
      );
    } catch (cause) {
      if (signal.aborted) return null;
      return this.#refuse(cause);
    }
    warmUpVeil();
    return this.#follow(recording, signal);
  }

  stop(): void {
    this.#recording?.stop();
  }

  /** Continues a recording that was paused because the microphone was muted. */
  resume(): void {
    this.#recording?.resume();
  }

  /** Discards the take, also while it is being recorded, and clears the form. This can be undone for a while. */
  discard(): void {
    const takeId = this.#takeId();
    const recording = this.#recording;
    const { take, failure, draft } = this.#state;
    this.#recording = null;
    this.#dispatch({ type: 'discard' });
    recording?.stop();
    if (take) this.#discardWithUndo({ take, failure }, 'discarded', draft);
    else if (takeId) {
      const audio = async () => (await recording?.ended)?.audio ?? new Blob();
      const undo = () => void this.#undoDiscardOfAudio(takeId, audio(), draft, null);
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
    const { phase, take, draft } = this.#state;
    if (phase !== 'ready' || !take) return null;
    const { signal } = this.#visit;
    this.#dispatch({ type: 'post' });
    this.#upload = new AbortController();
    const posting = { userId: this.#userId, take, draft };
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

  async #follow(recording: Recording, signal: AbortSignal): Promise<RecordingOutcome> {
    const { takeId } = recording;
    this.#recording = recording;
    this.#dispatch({ type: 'recording', takeId });
    const clock = setInterval(() => {
      const seconds = Math.min(Math.floor(recording.seconds()), RECORDING_MAX_SECONDS);
      this.#dispatch({ type: 'tick', seconds });
    }, CLOCK_INTERVAL_MS);

    const { audio, end } = await recording.ended;
    clearInterval(clock);
    // The take was discarded, or the user has left the page.
    if (this.#recording !== recording) return null;
    this.#recording = null;
    // The clock may not have been read at the last moment.
    if (end === 'limit') this.#dispatch({ type: 'tick', seconds: RECORDING_MAX_SECONDS });
    this.#dispatch({ type: 'end', takeId });
    void this.#prepare(takeId, audio, end === 'lost' ? 'lost' : null, signal);
    return end;
  }

  async #restore(signal: AbortSignal): Promise<void> {
    // The account may have left takes here when the server ended its last session.
    if (mayHaveSealedTakes(this.#userId)) await this.#unseal().catch(logUnread);
    const stored = await claimTake(this.#userId, signal);
    if (!stored) {
      await this.#offerDiscarded(signal);
      return;
    }
    const { take, audio } = stored;
    const failure = take.post?.failure ?? null;
    this.#dispatch({ type: 'restore', takeId: take.id, draft: take.draft, failure });
    // The reducer ignores the action when another recording has started.
    if (this.#state.pendingTakeId !== take.id) unlockTake(take.id);
    else await this.#prepare(take.id, audio, failure ? null : 'restored', signal);
    announceQueue(this.#app.client);
  }

  async #unseal(): Promise<void> {
    const { unsealTakes } = await import('#features/recorder/take/sealed-takes.ts');
    await unsealTakes(this.#app.client, this.#userId);
  }

  /** Offers to undo a discard that was made just before the page was closed or reloaded. */
  async #offerDiscarded(signal: AbortSignal): Promise<void> {
    const discarded = await findDiscarded(this.#app, this.#userId, (take) => {
      const failure = take.post?.failure ?? null;
      void this.#undoDiscardOfAudio(take.id, readRecording(take), take.draft, failure);
    });
    if (discarded && !signal.aborted) this.#onDiscarded(discarded);
    else if (discarded) unlockTake(discarded.takeId);
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
    audio: Promise<Blob>,
    draft: DropDraft,
    failure: PostFailure | null,
  ): Promise<void> {
    try {
      const clip = await decodeRecording(await audio);
      this.#undoDiscard({ take: { id: takeId, clip }, failure }, draft);
    } catch (cause) {
      logFailure('The discarded recording could not be prepared.', cause);
      unlockTake(takeId);
    }
  }

  async #prepare(
    takeId: string,
    audio: Blob,
    notice: RecorderNotice | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const clip = await decodeRecording(audio, signal);
      const take = { id: takeId, clip };
      const { replaced, draft } = this.#state;
      this.#dispatch({ type: 'ready', take, notice: isSilent(clip) ? 'silence' : notice });
      void requestPersistentStorage();
      if (replaced && this.#state.take === take) this.#discardWithUndo(replaced, 'replaced', draft);
    } catch (cause) {
      if (signal.aborted) return;
      logFailure('The recording could not be prepared.', cause);
      const isPermanent = cause instanceof DecodeError;
      if (isPermanent) void deleteTakeFromDevice(this.#app.queryClient, takeId);
      this.#dispatch({ type: 'fail', takeId, notice: isPermanent ? 'nothing' : 'unprepared' });
    }
  }
}
