import { playablePosition } from '#lib/playable-position.ts';

interface VolumeAndSpeed {
  /** 0 to 100. */
  volume: number;
  muted: boolean;
  /** Times the speed of the recording. */
  speed: number;
}

/** Events of the audio element, for the audio that is open. */
interface AudioEvents {
  /** The duration is known. @param duration seconds */
  onDuration: (duration: number) => void;
  /** Playback has reached a position. @param position seconds */
  onProgress: (position: number) => void;
  /** Playback waits for more audio. */
  onWaiting: () => void;
  /** Audio is audible. */
  onPlaying: () => void;
  /** The system has paused: headphones were unplugged, or a call came in. */
  onInterrupted: () => void;
  onEnded: () => void;
  onError: (cause: unknown) => void;
}

/**
 * The one audio element of a player. All tracks share it: once a gesture has started an element, phones
 * let it continue behind a locked screen and play further tracks without a gesture.
 */
export class AudioOutput {
  #audio: HTMLAudioElement | undefined;
  /** The position to seek to once the audio's duration is known, in seconds. */
  #startPosition: number | undefined;
  readonly #events: AudioEvents;

  constructor(events: AudioEvents) {
    this.#events = events;
  }

  /** Plays through an audio element. @returns a function that closes the audio and removes the element */
  attach(audio: HTMLAudioElement, sound: VolumeAndSpeed): () => void {
    this.#audio = audio;
    audio.preload = 'auto';
    this.setVolumeAndSpeed(sound);
    const off = this.#listen(audio);
    return () => {
      off();
      this.close();
      audio.remove();
      this.#audio = undefined;
    };
  }

  /** The element; undefined while none is attached. */
  get audio(): HTMLAudioElement | undefined {
    return this.#audio;
  }

  /** Whether no audio is open or cued. */
  get isClosed(): boolean {
    return this.#startPosition === undefined && this.#audio?.hasAttribute('src') !== true;
  }

  setVolumeAndSpeed({ volume, muted, speed }: VolumeAndSpeed): void {
    if (!this.#audio) return;
    this.#audio.volume = volume / 100;
    this.#audio.muted = muted;
    this.#audio.preservesPitch = true;
    // Each new source starts at the default rate.
    this.#audio.defaultPlaybackRate = speed;
    this.#audio.playbackRate = speed;
  }

  /** Pauses, and sets the position in seconds at which the audio of the next `open` starts. */
  cue(position: number): void {
    this.#startPosition = position;
    this.#audio?.pause();
  }

  /**
   * Closes the audio, and allows audio that is opened later to play. Call it within a gesture when the
   * next URL has to be requested first: iPhones and iPads let an element play without a gesture only
   * after `play()` was called on it within one, and not while it has an error, which `load()` clears.
   */
  unlock(): void {
    if (!this.#audio) return;
    this.#audio.removeAttribute('src');
    this.#audio.load();
    this.#audio.play().catch(() => {
      // Rejects because there is no audio yet; the gesture counts all the same.
    });
  }

  /** Opens audio at the position set by `cue`. */
  open(url: string): void {
    const audio = this.#audio;
    if (!audio) return;
    // Some browsers stop a detached audio element. It is attached only here, since the first audio
    // element in a document makes the browser parse the styles of its controls.
    if (!audio.isConnected) document.body.append(audio);
    audio.src = url;
  }

  /** Plays the open audio. @returns false if the browser requires a gesture */
  async play(): Promise<boolean> {
    if (!this.#audio) return true;
    if (!this.#audio.hasAttribute('src')) {
      // The URL is being requested. Without this, an earlier track would play.
      this.unlock();
      return true;
    }
    try {
      await this.#audio.play();
    } catch (cause) {
      // Any other rejection means that later audio interrupted this one, or comes with an 'error' event.
      return !(cause instanceof DOMException && cause.name === 'NotAllowedError');
    }
    return true;
  }

  pause(): void {
    this.#audio?.pause();
  }

  /** @param position seconds */
  seek(position: number): void {
    if (this.#startPosition !== undefined) this.#startPosition = position;
    // Without a source, the element would apply the position to its next source.
    else if (this.#audio?.hasAttribute('src')) seek(this.#audio, position);
  }

  /** Ends playback and the download. */
  close(): void {
    this.#startPosition = undefined;
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    // Without load() the element keeps the old audio and continues its download.
    this.#audio?.load();
  }

  #listen(audio: HTMLAudioElement): () => void {
    const listening = new AbortController();
    const on = (event: keyof HTMLMediaElementEventMap, react: () => void) =>
      audio.addEventListener(event, react, { signal: listening.signal });

    on('loadedmetadata', () => {
      if (Number.isFinite(audio.duration)) this.#events.onDuration(audio.duration);
      if (this.#startPosition) seek(audio, this.#startPosition);
      this.#startPosition = undefined;
    });
    on('timeupdate', () => {
      if (this.#startPosition === undefined) this.#events.onProgress(audio.currentTime);
    });
    on('waiting', () => this.#events.onWaiting());
    // These two events are dispatched asynchronously: the opposite may have been requested meanwhile.
    on('playing', () => {
      if (!audio.paused) this.#events.onPlaying();
    });
    on('pause', () => {
      // The element also pauses when the track changes or ends.
      const bySystem = audio.paused && !audio.ended && this.#startPosition === undefined;
      if (bySystem) this.#events.onInterrupted();
    });
    on('ended', () => this.#events.onEnded());
    on('error', () => this.#events.onError(audio.error));
    return () => listening.abort();
  }
}

function seek(audio: HTMLAudioElement, position: number): void {
  audio.currentTime = playablePosition(position, audio.duration);
}
