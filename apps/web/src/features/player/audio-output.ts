/** How audio sounds. */
interface Sound {
  /** 0 to 100. */
  volume: number;
  muted: boolean;
  /** Times the speed of the recording. */
  speed: number;
}

/** What an audio element reports of the audio that is open. */
interface AudioEvents {
  /** The length is known. @param duration seconds */
  onMeasured: (duration: number) => void;
  /** Playback has reached a position. @param position seconds */
  onReached: (position: number) => void;
  /** Playback waits for more audio. */
  onWaiting: () => void;
  /** Audio is heard. */
  onSounding: () => void;
  /** The system has paused: headphones were unplugged, or a call came in. */
  onInterrupted: () => void;
  onEnded: () => void;
  onFailed: (cause: unknown) => void;
}

/**
 * The one audio element of a player. All tracks play through the same element, because phones let an
 * element play on behind a locked screen, and without a gesture, once a gesture has started it.
 */
export class AudioOutput {
  #audio: HTMLAudioElement | undefined;
  /** The position at which to begin once the audio's length is known, in seconds. */
  #beginAt: number | undefined;
  readonly #events: AudioEvents;

  constructor(events: AudioEvents) {
    this.#events = events;
  }

  /** Plays through an audio element. @returns a function that closes the audio and detaches the element */
  attach(audio: HTMLAudioElement, sound: Sound): () => void {
    this.#audio = audio;
    this.setSound(sound);
    const off = this.#listen(audio);
    return () => {
      off();
      this.close();
      this.#audio = undefined;
    };
  }

  get isAttached(): boolean {
    return this.#audio !== undefined;
  }

  /** Whether no audio is open, and none was announced by `cue`. */
  get isClosed(): boolean {
    return this.#beginAt === undefined && this.#audio?.hasAttribute('src') !== true;
  }

  setSound({ volume, muted, speed }: Sound): void {
    if (!this.#audio) return;
    this.#audio.volume = volume / 100;
    this.#audio.muted = muted;
    this.#audio.preservesPitch = true;
    // The default as well: each new source begins at it.
    this.#audio.defaultPlaybackRate = speed;
    this.#audio.playbackRate = speed;
  }

  /** Pauses, and announces audio that begins at a position, in seconds; `open` follows. */
  cue(position: number): void {
    this.#beginAt = position;
    this.#audio?.pause();
  }

  /**
   * Closes the audio, but lets `open` play what comes later. To be called within a gesture when the next
   * address has to be requested first: iPhones and iPads let an element play without a gesture only
   * after `play()` was called on it within one, and not while it shows a failure, which `load()` clears.
   */
  unlock(): void {
    if (!this.#audio) return;
    this.#audio.removeAttribute('src');
    this.#audio.load();
    this.#audio.play().catch(() => {
      // Rejects when the audio is opened, or because there is none; the gesture counts all the same.
    });
  }

  /** Opens audio at the position that `cue` has announced. */
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
      // The address is on its way. Otherwise an earlier track would play.
      this.unlock();
      return true;
    }
    try {
      await this.#audio.play();
    } catch (cause) {
      // Other rejections: later audio interrupted this one, or an 'error' event is dispatched as well.
      return !(cause instanceof DOMException && cause.name === 'NotAllowedError');
    }
    return true;
  }

  pause(): void {
    this.#audio?.pause();
  }

  /** @param position seconds */
  seek(position: number): void {
    if (this.#beginAt !== undefined) this.#beginAt = position;
    // Without audio it would be where the next one begins.
    else if (this.#audio?.hasAttribute('src')) this.#audio.currentTime = position;
  }

  /** Ends playback and the download. */
  close(): void {
    this.#beginAt = undefined;
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
      if (Number.isFinite(audio.duration)) this.#events.onMeasured(audio.duration);
      if (this.#beginAt) audio.currentTime = this.#beginAt;
      this.#beginAt = undefined;
    });
    on('timeupdate', () => {
      if (this.#beginAt === undefined) this.#events.onReached(audio.currentTime);
    });
    on('waiting', () => this.#events.onWaiting());
    // These two events are dispatched asynchronously, when the opposite may have been requested already.
    on('playing', () => {
      if (!audio.paused) this.#events.onSounding();
    });
    on('pause', () => {
      // A change or end of track does not count.
      const bySystem = audio.paused && !audio.ended && this.#beginAt === undefined;
      if (bySystem) this.#events.onInterrupted();
    });
    on('ended', () => this.#events.onEnded());
    on('error', () => this.#events.onFailed(audio.error));
    return () => listening.abort();
  }
}
