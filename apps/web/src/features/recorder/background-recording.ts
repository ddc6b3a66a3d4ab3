import { perClient } from '#lib/per-client.ts';
import type { RecorderController } from '#features/clips/recorder/recorder-controller.ts';

/**
 * The recording that goes on while no recorder is shown. It does so only while a host is there, which shows a
 * bar with it; otherwise leaving the recorder ends the recording. A store for React's useSyncExternalStore.
 */
class BackgroundRecording {
  #recorder: RecorderController | null = null;
  #hasHost = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  readonly get = (): RecorderController | null => this.#recorder;

  /** @returns a function that removes the host, which ends the recording */
  readonly host = (): (() => void) => {
    this.#hasHost = true;
    return () => {
      this.#hasHost = false;
      void this.end();
    };
  };

  /** Starts a visit of a recorder, or shows again the one whose recording goes on. */
  enter(recorder: RecorderController): void {
    recorder.enter();
    this.#release(recorder);
  }

  /** Ends a visit. A recording in progress goes on if there is a host, and otherwise ends. */
  leave(recorder: RecorderController): void {
    if (this.#hasHost && recorder.leaveRunning(() => this.#release(recorder))) this.#set(recorder);
    else void recorder.leave();
  }

  /** Ends the recording, if any. Settles when its take is stored. */
  async end(): Promise<void> {
    await this.#recorder?.leave();
  }

  #release(recorder: RecorderController): void {
    if (this.#recorder === recorder) this.#set(null);
  }

  #set(recorder: RecorderController | null): void {
    this.#recorder = recorder;
    for (const notify of this.#listeners) notify();
  }
}

export const backgroundRecording = perClient(() => new BackgroundRecording());
