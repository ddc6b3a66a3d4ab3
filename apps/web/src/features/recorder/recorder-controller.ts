import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { CaptureError, type CaptureProblem } from '#features/recorder/capture/capture-problem.ts';
import type { CaptureEnd } from '#features/recorder/capture/capture.ts';
import { decodeRecording, DecodeError } from '#features/recorder/capture/decode.ts';
import { discardTake, forgetTake } from '#features/recorder/take/discard-take.ts';
import type { Draft } from '#features/recorder/take/draft.ts';
import type { TakePosting } from '#features/recorder/post/post-take.ts';
import {
  INITIAL_STATE,
  recorderReducer,
  type RecorderAction,
  type RecorderNotice,
  type RecorderState,
} from './recorder-state.ts';
import { startRecording, type Recording } from '#features/recorder/capture/recording.ts';
import { claimTake } from '#features/recorder/take/restore-take.ts';
import { warmUpVoiceWorker } from '#features/recorder/mask/run-voice-job.ts';
import { releaseTake } from '#features/recorder/take/take-lock.ts';
import { updateTake } from '#features/recorder/take/take-store.ts';

/** How often the clock is looked at, in milliseconds; it shows whole seconds. */
const CLOCK_INTERVAL = 200;

/** How a recording went: why it ended, why it never began, or null when it was discarded or left. */
export type RecordingOutcome = CaptureEnd | CaptureProblem | null;

/**
 * Leads an account's take through the recorder's states: records it, keeps it
 * on the device, brings it back on a later visit, and lets go of it when it is
 * posted or discarded. A store for React's useSyncExternalStore.
 */
export class RecorderController {
  readonly #userId: string;
  readonly #app: App;
  readonly #listeners = new Set<() => void>();
  #state: RecorderState = INITIAL_STATE;
  #visit = new AbortController();
  #recording: Recording | null = null;
  /** The latest post, under way or over. */
  #posting: Promise<void> = Promise.resolve();

  constructor(userId: string, app: App) {
    this.#userId = userId;
    this.#app = app;
  }

  readonly getState = (): RecorderState => this.#state;

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** How loud the microphone is just now, 0 to 1. */
  readonly level = (): number => this.#recording?.level() ?? 0;

  /** Seconds recorded, to the instant. */
  readonly clock = (): number => this.#recording?.seconds() ?? 0;

  /** Begins a visit: brings back the take that an earlier one left. */
  enter(): void {
    this.#visit = new AbortController();
    warmUpVoiceWorker();
    this.#restore(this.#visit.signal).catch((cause: unknown) =>
      logFailure('No take could be brought back.', cause),
    );
  }

  /** Ends the visit. What is being recorded stops and is kept, like every take, for the next one. */
  leave(): void {
    this.#visit.abort();
    this.#recording?.stop();
    const takeId = this.#takeId();
    const lastWork = this.#recording?.kept ?? this.#posting;
    if (takeId) releaseTake(takeId, lastWork);
    this.#recording = null;
    this.#dispatch({ type: 'reset' });
  }

  /** Records until it is stopped, gets too long or loses its microphone. */
  async record(): Promise<RecordingOutcome> {
    const { signal } = this.#visit;
    if (this.#state.phase !== 'idle' && this.#state.phase !== 'ready') return null;
    this.#dispatch({ type: 'open' });
    let recording: Recording;
    try {
      recording = await startRecording(this.#userId, this.#state.draft, signal);
    } catch (cause) {
      if (signal.aborted) return null;
      return this.#refuse(cause);
    }
    return this.#follow(recording, signal);
  }

  stop(): void {
    this.#recording?.stop();
  }

  /** Deletes the take, also one that is being recorded, and clears the form. */
  discard(): void {
    const takeId = this.#takeId();
    const recording = this.#recording;
    this.#recording = null;
    this.#dispatch({ type: 'reset' });
    recording?.stop();
    if (takeId) void discardTake(this.#app, takeId);
  }

  /**
   * Has the take posted, once at a time, and clears the form when that is done.
   * It goes on when the person leaves meanwhile.
   *
   * @returns whether the person is still here, or null when there is nothing to post just now
   * @throws what `send` throws; take and form are then as they were
   */
  async post(send: (posting: TakePosting) => Promise<void>): Promise<'here' | 'left' | null> {
    const { phase, take, draft } = this.#state;
    if (phase !== 'ready' || !take) return null;
    const { signal } = this.#visit;
    this.#dispatch({ type: 'post' });
    try {
      this.#posting = send({ userId: this.#userId, take, draft });
      await this.#posting;
    } catch (cause) {
      if (!signal.aborted) this.#dispatch({ type: 'unposted' });
      throw cause;
    }
    if (signal.aborted) return 'left';
    this.#dispatch({ type: 'reset' });
    return 'here';
  }

  edit(change: Partial<Draft>): void {
    this.#dispatch({ type: 'edit', change });
    const takeId = this.#takeId();
    if (!takeId) return;
    updateTake(takeId, { draft: this.#state.draft }).catch((cause: unknown) =>
      logFailure('The form could not be kept on this device.', cause),
    );
  }

  #takeId(): string | null {
    return this.#state.awaited ?? this.#state.take?.id ?? null;
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
    const replaced = this.#state.take;
    if (replaced) void discardTake(this.#app, replaced.id);
    this.#recording = recording;
    this.#dispatch({ type: 'recording', takeId });
    const clock = setInterval(() => {
      const seconds = Math.min(Math.floor(recording.seconds()), RECORDING_MAX_SECONDS);
      this.#dispatch({ type: 'tick', seconds });
    }, CLOCK_INTERVAL);

    const { audio, end } = await recording.ended;
    clearInterval(clock);
    // Discarded, or left.
    if (this.#recording !== recording) return null;
    this.#recording = null;
    this.#dispatch({ type: 'end', takeId });
    void this.#prepare(takeId, audio, end === 'lost' ? 'lost' : null, signal);
    return end;
  }

  async #restore(signal: AbortSignal): Promise<void> {
    const kept = await claimTake(this.#userId, signal);
    if (!kept) return;
    const { take, audio } = kept;
    this.#dispatch({ type: 'restore', takeId: take.id, draft: take.draft });
    // The person has begun another take meanwhile.
    if (this.#state.awaited !== take.id) releaseTake(take.id);
    else await this.#prepare(take.id, audio, 'restored', signal);
  }

  async #prepare(
    takeId: string,
    audio: Blob,
    notice: RecorderNotice | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const clip = await decodeRecording(audio, signal);
      const isSilent = clip.peaks.every((peak) => peak === 0);
      const take = { id: takeId, clip };
      this.#dispatch({ type: 'ready', take, notice: isSilent ? 'silence' : notice });
    } catch (cause) {
      if (signal.aborted) return;
      logFailure('The recording could not be prepared.', cause);
      const isHopeless = cause instanceof DecodeError;
      if (isHopeless) void forgetTake(this.#app.queryClient, takeId);
      this.#dispatch({ type: 'fail', takeId, notice: isHopeless ? 'nothing' : 'unprepared' });
    }
  }
}
