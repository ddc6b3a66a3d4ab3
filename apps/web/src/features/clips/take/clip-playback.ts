import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { Clip } from './take.ts';

/**
 * Plays the clips of a take, the original or a filtered one. Starting a clip stops the previous one. A
 * store for React's useSyncExternalStore.
 */
export class ClipPlayback {
  readonly #audio = new Audio();
  readonly #listeners = new Set<() => void>();
  #loaded: { filterId: VoiceFilterId; clip: Clip; url: string } | null = null;

  constructor() {
    for (const event of ['play', 'pause', 'ended']) {
      this.#audio.addEventListener(event, () => this.#notify());
    }
  }

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** The filter whose clip is playing. */
  readonly getPlaying = (): VoiceFilterId | null =>
    this.#loaded && !this.#audio.paused ? this.#loaded.filterId : null;

  /** Played share of a filter's clip, 0 to 1. */
  position(filterId: VoiceFilterId): number {
    // A clip that has ended restarts at the beginning.
    if (this.#loaded?.filterId !== filterId || this.#audio.ended) return 0;
    return Math.min(1, this.#audio.currentTime / this.#loaded.clip.duration);
  }

  /**
   * Plays a clip from where it was paused, or from its beginning.
   *
   * @throws when the browser cannot play the clip
   */
  async play(filterId: VoiceFilterId, clip: Clip): Promise<void> {
    this.#load(filterId, clip);
    if (this.#audio.ended) this.#audio.currentTime = 0;
    try {
      await this.#audio.play();
    } catch (cause) {
      // A later play or pause has interrupted this one, which is not a failure.
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
    }
  }

  pause(): void {
    this.#audio.pause();
  }

  /** Seeks to a share of the clip, 0 to 1, whether or not it is playing. */
  seek(filterId: VoiceFilterId, clip: Clip, share: number): void {
    this.#load(filterId, clip);
    this.#audio.currentTime = share * clip.duration;
    this.#notify();
  }

  /**
   * Allows the audio element to play later, when the clip has been computed. Call it within a user
   * gesture: Safari requires one per element.
   */
  unlock(): void {
    if (this.#loaded) return;
    this.#audio.play().catch(() => {
      // Rejects because no clip is loaded; Safari counts the gesture all the same.
    });
  }

  /** Stops playback and releases the clip's object URL. */
  unload(): void {
    this.#audio.pause();
    if (!this.#loaded) return;
    this.#audio.removeAttribute('src');
    URL.revokeObjectURL(this.#loaded.url);
    this.#loaded = null;
    this.#notify();
  }

  #load(filterId: VoiceFilterId, clip: Clip): void {
    if (this.#loaded?.clip === clip && this.#loaded.filterId === filterId) return;
    this.unload();
    const url = URL.createObjectURL(clip.wav);
    this.#loaded = { filterId, clip, url };
    this.#audio.src = url;
  }

  #notify(): void {
    for (const notify of this.#listeners) notify();
  }
}
