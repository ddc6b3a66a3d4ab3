import { logFailure } from '#lib/log.ts';
import { AudioGoneError, type AudioUrls } from './audio-urls.ts';
import {
  emptyPlayer,
  reducePlayer,
  type PlayerEvent,
  type PlayerState,
  type PlayProblem,
} from './player-state.ts';
import type { Playlist, Track } from './track.ts';
import { readStoredVolume, storeVolume } from './stored-volume.ts';

/** Sound that gets this far past a failure, in seconds, has overcome it: the next failure is another one. */
const OVERCOME_SECONDS = 1;

/**
 * Plays one track at a time through one audio element. It is a store of its
 * own, outside of React, so that progress redraws only what shows it.
 */
export class Player {
  #state: PlayerState = emptyPlayer(readStoredVolume());
  #audio: HTMLAudioElement | undefined;
  /** The account that listens. */
  #listener: string | undefined;
  /** Whether a track that has ended is followed by the next. */
  #autoplay = true;
  /** Tells the load under way from those that it overtook. */
  #loads = 0;
  /** Where to begin once the audio is there, in seconds. */
  #beginAt: number | undefined;
  /** Where the audio failed and was asked for anew under another URL, in seconds. */
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

  /** Plays through an element from now on. @returns a function that lets go of it, silent */
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

  /** Plays a track from a playlist; the current track is paused or goes on instead. */
  play(track: Track, playlist: Playlist): void {
    if (track.id === this.#state.track?.id) this.toggle();
    else this.#set(track, playlist, 0);
  }

  /** Goes to a share (0 to 1) of a track, and plays it from there unless it is the current one, paused. */
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
      void this.#sound();
    }
  }

  next(): void {
    this.#move({ type: 'moved', by: 1 });
  }

  previous(): void {
    this.#move({ type: 'moved', by: -1 });
  }

  /** Goes to a position in the current track, in seconds. */
  seekTo(position: number): void {
    this.#dispatch({ type: 'progressed', position });
    const reached = this.#state.position;
    if (this.#beginAt !== undefined) this.#beginAt = reached;
    else if (this.#audio) this.#audio.currentTime = reached;
  }

  /** Goes some seconds on, or back. */
  seekBy(seconds: number): void {
    this.seekTo(this.#state.position + seconds);
  }

  /** Clears the player. */
  stop(): void {
    if (this.#state.track === undefined) return;
    this.#dispatch({ type: 'stopped' });
    this.#unload();
  }

  /** Begins anew, with nothing that the listener before was allowed to hear. @param id undefined for a visitor */
  changeListener(id: string | undefined): void {
    if (id === this.#listener) return;
    this.#listener = id;
    this.stop();
    this.#urls.clear();
  }

  /** Says whether a track that has ended is followed by the next; it is, until told otherwise. */
  setAutoplay(autoplay: boolean): void {
    this.#autoplay = autoplay;
  }

  /** 0 to 100. Ends a muting. */
  setVolume(volume: number): void {
    this.#dispatch({ type: 'volume-set', volume });
    this.#applyVolume();
    storeVolume(this.#state.volume);
  }

  toggleMute(): void {
    this.#dispatch({ type: 'mute-toggled' });
    this.#applyVolume();
  }

  /** Tells of a list that has grown or shrunk, in case one plays from it. */
  updatePlaylist(playlist: Playlist): void {
    this.#dispatch({ type: 'playlist-changed', playlist });
  }

  /** Gets the URLs of tracks that are in sight, so that a press on one of them is followed by sound. */
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

  /** Loads the current track, to begin at the current position; without waiting where its URL is known. */
  async #load(): Promise<void> {
    const { track, position } = this.#state;
    if (!this.#audio || !track) return;
    const load = ++this.#loads;
    this.#beginAt = position;
    this.#audio.pause();

    let url = this.#urls.peek(track.audioPath);
    if (url === undefined) {
      // Without it a press on play meanwhile would play what was there before.
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
    // Some browsers stop an element that is nowhere in the page. It comes there no earlier,
    // since a first one makes the browser read the styles of its own controls.
    if (!this.#audio.isConnected) document.body.append(this.#audio);
    this.#audio.src = url;
    if (this.#state.status === 'playing') await this.#sound();
  }

  #unload(): void {
    this.#loads++;
    this.#beginAt = undefined;
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    // Without this the element keeps the old audio, and its download.
    this.#audio?.load();
  }

  async #sound(): Promise<void> {
    // Until its URL has come an element has nothing to play; #load comes back here.
    if (!this.#audio?.hasAttribute('src')) return;
    try {
      await this.#audio.play();
    } catch (cause) {
      // Other refusals: another track took over, or an 'error' event tells what is wrong.
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
      if (this.#renewedAt !== undefined && position > this.#renewedAt + OVERCOME_SECONDS) {
        this.#renewedAt = undefined;
      }
    });
    on('waiting', () => this.#dispatch({ type: 'waited' }));
    // These two come a moment late, when the opposite may have been asked for already.
    on('playing', () => {
      if (!audio.paused) this.#dispatch({ type: 'sounded' });
    });
    on('pause', () => {
      // Pulled headphones, a call: the system pauses as well. Not so a change of track or an end.
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

  /** Audio that does not come may have an expired URL: it is asked for once more under a new one. */
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
