import { logFailure } from '#lib/log.ts';
import { AudioGoneError, type AudioUrls } from './audio-urls.ts';
import {
  emptyPlayer,
  reducePlayer,
  type PlayerEvent,
  type PlayerState,
  type PlayProblem,
} from './player-reducer.ts';
import type { Playlist, Track } from './track.ts';
import { readStoredVolume, storeVolume } from './stored-volume.ts';

/** After playing this far past a failure, the next failure may renew the URL once more. */
const RECOVERED_SECONDS = 1;

/**
 * Plays one track at a time through one audio element. A store outside React, so that progress renders
 * only the components that show it.
 */
export class Player {
  #state: PlayerState = emptyPlayer(readStoredVolume());
  #audio: HTMLAudioElement | undefined;
  /** The listener's account id; undefined for a visitor. */
  #listener: string | undefined;
  /** Whether the next track starts when one ends. */
  #autoplay = true;
  /** Number of the latest load, by which an earlier one recognises that it was superseded. */
  #loads = 0;
  /** The position at which to start once the audio has loaded, in seconds. */
  #beginAt: number | undefined;
  /** The position at which the audio failed and its URL was renewed, in seconds. */
  #renewedAt: number | undefined;
  readonly #urls: AudioUrls;
  readonly #listeners = new Set<() => void>();

  constructor(urls: AudioUrls) {
    this.#urls = urls;
  }

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** Plays through an audio element. @returns a function that stops playback and detaches the element */
  attach(audio: HTMLAudioElement): () => void {
    this.#audio = audio;
    this.#applyVolume();
    const off = this.#listen(audio);
    return () => {
      off();
      this.stop();
      this.#audio = undefined;
    };
  }

  /** Plays a track from a playlist; toggles the track if it is the current one. */
  play(track: Track, playlist: Playlist): void {
    if (track.id === this.#state.track?.id) this.toggle();
    else this.#set(track, playlist, 0);
  }

  /** Plays a track from a share (0 to 1) of its duration; only seeks if it is the current track. */
  playFrom(share: number, track: Track, playlist: Playlist): void {
    if (track.id === this.#state.track?.id) this.seekTo(share * this.#state.duration);
    else this.#set(track, playlist, share * track.duration);
  }

  toggle(): void {
    if (this.#state.status === 'playing') this.pause();
    else this.resume();
  }

  pause(): void {
    this.#dispatch({ type: 'paused' });
    this.#audio?.pause();
  }

  resume(): void {
    if (this.#state.track === undefined) return;
    const { problem } = this.#state;
    this.#dispatch({ type: 'resumed' });
    if (problem !== undefined && problem !== 'blocked') {
      this.#renewedAt = undefined;
      void this.#load();
    } else {
      void this.#playAudio();
    }
  }

  /** Plays the next (1) or the previous (-1) track, if there is one. */
  skip(by: 1 | -1): void {
    this.#move({ type: 'moved', by });
  }

  /** Seeks in the current track. @param position seconds */
  seekTo(position: number): void {
    this.#dispatch({ type: 'progressed', position });
    const reached = this.#state.position;
    if (this.#beginAt !== undefined) this.#beginAt = reached;
    else if (this.#audio) this.#audio.currentTime = reached;
  }

  /** Seeks forward, or back for negative seconds. */
  seekBy(seconds: number): void {
    this.seekTo(this.#state.position + seconds);
  }

  /** Stops playback and clears the track. */
  stop(): void {
    if (this.#state.track === undefined) return;
    this.#dispatch({ type: 'stopped' });
    this.#unload();
  }

  /** Clears the track and all URLs when the listener changes. @param id undefined for a visitor */
  changeListener(id: string | undefined): void {
    if (id === this.#listener) return;
    this.#listener = id;
    this.stop();
    this.#urls.clear();
  }

  /** Sets whether the next track starts when one ends; initially true. */
  setAutoplay(autoplay: boolean): void {
    this.#autoplay = autoplay;
  }

  /** Sets the volume, 0 to 100, and unmutes. */
  setVolume(volume: number): void {
    this.#dispatch({ type: 'volume-set', volume });
    this.#applyVolume();
    storeVolume(this.#state.volume);
  }

  toggleMute(): void {
    this.#dispatch({ type: 'mute-toggled' });
    this.#applyVolume();
  }

  /** Updates a playlist that has grown or shrunk; ignored unless it is the current one. */
  updatePlaylist(playlist: Playlist): void {
    this.#dispatch({ type: 'playlist-changed', playlist });
  }

  /** Requests the URLs of visible tracks ahead, so that a press on one of them plays at once. */
  async prepare(tracks: readonly Track[]): Promise<void> {
    try {
      await this.#urls.prepare(tracks.map(({ audioPath }) => audioPath));
    } catch (cause) {
      logFailure('The audio could not be prepared; playing will ask for it again.', cause);
    }
  }

  #set(track: Track, playlist: Playlist, position: number): void {
    this.#renewedAt = undefined;
    this.#dispatch({ type: 'set', track, playlist, position });
    void this.#load();
  }

  #move(event: Extract<PlayerEvent, { type: 'moved' | 'ended' }>): void {
    const { turn } = this.#state;
    this.#dispatch(event);
    if (this.#state.track === undefined) this.#unload();
    if (this.#state.turn === turn) return;
    this.#renewedAt = undefined;
    void this.#load();
  }

  /** Loads the current track at the current position; synchronously when its URL is cached. */
  async #load(): Promise<void> {
    const { track, position } = this.#state;
    if (!this.#audio || !track) return;
    const load = ++this.#loads;
    this.#beginAt = position;
    this.#audio.pause();

    let url = this.#urls.peek(track.audioPath);
    if (url === undefined) {
      // Otherwise a press on play during the request would play the previous track.
      this.#audio.removeAttribute('src');
      try {
        url = await this.#urls.get(track.audioPath);
      } catch (cause) {
        const problem = cause instanceof AudioGoneError ? 'gone' : 'unreachable';
        if (load === this.#loads) this.#fail(problem, cause);
        return;
      }
      if (load !== this.#loads) return;
    }
    // Some browsers stop a detached audio element. It is attached only here, since the first audio
    // element in a document makes the browser parse the styles of its controls.
    if (!this.#audio.isConnected) document.body.append(this.#audio);
    this.#audio.src = url;
    if (this.#state.status === 'playing') await this.#playAudio();
  }

  #unload(): void {
    this.#loads++;
    this.#beginAt = undefined;
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    // Without load() the element keeps the old audio and continues its download.
    this.#audio?.load();
  }

  async #playAudio(): Promise<void> {
    // While the URL is being requested the element has no source; #load calls #playAudio again.
    if (!this.#audio?.hasAttribute('src')) return;
    try {
      await this.#audio.play();
    } catch (cause) {
      // Other rejections: a later load interrupted the play, or an 'error' event is dispatched as well.
      if (cause instanceof DOMException && cause.name === 'NotAllowedError') {
        this.#dispatch({ type: 'failed', problem: 'blocked' });
      }
    }
  }

  #listen(audio: HTMLAudioElement): () => void {
    const listening = new AbortController();
    const on = (event: keyof HTMLMediaElementEventMap, react: () => void) =>
      audio.addEventListener(event, react, { signal: listening.signal });

    on('loadedmetadata', () => {
      if (Number.isFinite(audio.duration)) {
        this.#dispatch({ type: 'measured', duration: audio.duration });
      }
      if (this.#beginAt) audio.currentTime = this.#beginAt;
      this.#beginAt = undefined;
    });
    on('timeupdate', () => {
      if (this.#beginAt !== undefined) return;
      const position = audio.currentTime;
      this.#dispatch({ type: 'progressed', position });
      if (this.#renewedAt !== undefined && position > this.#renewedAt + RECOVERED_SECONDS) {
        this.#renewedAt = undefined;
      }
    });
    on('waiting', () => this.#dispatch({ type: 'waited' }));
    // These two events are dispatched asynchronously, when the opposite may have been requested already.
    on('playing', () => {
      if (!audio.paused) this.#dispatch({ type: 'sounded' });
    });
    on('pause', () => {
      // The system pauses too, after unplugged headphones or during a call; a change or end of track does not count.
      const bySystem = audio.paused && !audio.ended && this.#beginAt === undefined;
      if (bySystem) this.#dispatch({ type: 'paused' });
    });
    on('ended', () => this.#onEnded());
    on('error', () => this.#onError());
    return () => listening.abort();
  }

  #onEnded(): void {
    this.#move({ type: 'ended', autoplay: this.#autoplay });
    if (this.#state.status !== 'paused' || !this.#audio) return;
    this.#audio.pause();
    this.#audio.currentTime = 0;
  }

  /** Renews the URL once, since an expired URL fails like missing audio. */
  #onError(): void {
    const { track, position } = this.#state;
    if (!track) return;
    if (this.#renewedAt !== undefined) {
      this.#fail(navigator.onLine ? 'unplayable' : 'unreachable', this.#audio?.error);
      return;
    }
    this.#renewedAt = position;
    this.#urls.forget(track.audioPath);
    this.#dispatch({ type: 'waited' });
    void this.#load();
  }

  #fail(problem: PlayProblem, cause: unknown): void {
    this.#dispatch({ type: 'failed', problem });
    this.#audio?.pause();
    logFailure('The audio could not be played.', cause);
  }

  #applyVolume(): void {
    if (!this.#audio) return;
    this.#audio.volume = this.#state.volume / 100;
    this.#audio.muted = this.#state.muted;
  }

  #dispatch(event: PlayerEvent): void {
    const before = this.#state;
    this.#state = reducePlayer(before, event);
    if (this.#state === before) return;
    for (const notify of this.#listeners) notify();
  }
}
