import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { Clip } from './clip.ts';

/**
 * Plays the take, as spoken or after a filter, one at a time: starting one
 * stops the other. A store for React's useSyncExternalStore.
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

  /** The filter that is heard just now. */
  readonly getPlaying = (): VoiceFilterId | null =>
    this.#loaded && !this.#audio.paused ? this.#loaded.filterId : null;

  /** Played share of that filter's clip, 0 to 1. */
  position(filterId: VoiceFilterId): number {
    // A clip that has ended starts over.
    if (this.#loaded?.filterId !== filterId || this.#audio.ended) return 0;
    return Math.min(1, this.#audio.currentTime / this.#loaded.clip.duration);
  }

  /**
   * Plays on from where the clip was paused, or from its beginning.
   *
   * @throws when the browser cannot play it
   */
  async play(filterId: VoiceFilterId, clip: Clip): Promise<void> {
    this.#load(filterId, clip);
    if (this.#audio.ended) this.#audio.currentTime = 0;
    try {
      await this.#audio.play();
    } catch (cause) {
      // Another play or a pause came first: nothing is wrong.
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
    }
  }

  pause(): void {
    this.#audio.pause();
  }

  /** Goes to a share of the clip, 0 to 1, whether it is playing or not. */
  seek(filterId: VoiceFilterId, clip: Clip, share: number): void {
    this.#load(filterId, clip);
    this.#audio.currentTime = share * clip.duration;
    this.#notify();
  }

  /**
   * Lets the element play later without a gesture, when a clip is still being
   * made. To be called within a gesture: Safari asks for one per element.
   */
  unlock(): void {
    if (this.#loaded) return;
    this.#audio.play().catch(() => {
      // There is nothing to play yet; the gesture is what counts.
    });
  }

  /** Falls silent and lets go of the clip. */
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
