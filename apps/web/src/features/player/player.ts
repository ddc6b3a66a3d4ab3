import { logFailure } from '#lib/log.ts';
import { AudioOutput } from './audio-output.ts';
import { AudioGoneError, type AudioUrls } from './audio-urls.ts';
import {
  adjacentTrack,
  emptyPlayer,
  hasEnded,
  listedAfterSkip,
  type PlayerEvent,
  type PlayerState,
  type PlayProblem,
} from './player-reducer.ts';
import { PlayerStore } from './player-store.ts';
import { readStoredVolume } from './stored-volume.ts';
import type { Playlist, Track } from './track.ts';

/** After playing this far past an error, the next error may renew the URL once more. */
const RECOVERED_SECONDS = 1;

/**
 * Plays one track at a time through one audio element. The state is outside React, so that progress
 * renders only the components that show it.
 */
export class Player {
  readonly #store = new PlayerStore(emptyPlayer(readStoredVolume()));
  readonly #output: AudioOutput;
  readonly #urls: AudioUrls;
  readonly #visibleTracks = new Set<Track>();
  #resumePosition = (_trackId: string): number => 0;
  #listener: string | undefined;
  #autoplay = true;
  /** Number of the latest load. An earlier load compares it to find out that it was superseded. */
  #loads = 0;
  /**
   * The tracks that became audible, one per turn, until `countPlays` takes them: its code may load
   * only after a short drop has ended.
   */
  readonly uncountedPlays: Track[] = [];
  /** Whether playback stops at the end of the current track, whatever `setAutoplay` was called with. */
  stopsAtEnd = false;
  #audibleTurn = 0;
  /** The sensitive track that the listener wants to hear. */
  #accepted: string | undefined;
  #detach: (() => void) | undefined;
  /** The position at which the audio failed and its URL was renewed, in seconds. */
  #renewedAt: number | undefined;

  constructor(urls: AudioUrls) {
    this.#urls = urls;
    this.#output = new AudioOutput({
      onDuration: (duration) => this.#dispatch({ type: 'duration-known', duration }),
      onProgress: (position) => this.#onProgress(position),
      onWaiting: () => this.#dispatch({ type: 'buffering' }),
      onPlaying: () => this.#onPlaying(),
      onInterrupted: () => this.#dispatch({ type: 'paused' }),
      onEnded: () => this.#onEnded(),
      onError: (cause) => this.#onError(cause),
    });
  }

  readonly getState = (): PlayerState => this.#store.getState();

  readonly subscribe = (notify: () => void): (() => void) => this.#store.subscribe(notify);

  /** The listener's account id; undefined for a visitor. */
  get listener(): string | undefined {
    return this.#listener;
  }

  /** The audio element, for what its events and the state do not offer; undefined while none is attached. */
  get audio(): HTMLAudioElement | undefined {
    return this.#output.audio;
  }

  /** The tracks whose play buttons are near the screen. */
  get visibleTracks(): readonly Track[] {
    return [...this.#visibleTracks];
  }

  /**
   * Plays through an audio element. A player that has one keeps it: it may have been playing before the app was
   * there.
   *
   * @returns a function that stops playback and removes the element
   */
  attach(audio = new Audio()): () => void {
    this.#detach ??= this.#output.attach(audio, this.getState());
    return () => {
      this.#detach?.();
      this.#detach = undefined;
      this.stop();
    };
  }

  /** Plays a track of a playlist from its stored position; toggles the track if it is the current one. */
  play(track: Track, playlist: Playlist): void {
    if (track.id === this.getState().track?.id) this.toggle();
    else this.#set(track, playlist, this.#resumePosition(track.id));
  }

  /** Plays a track from a share (0 to 1) of its duration; only seeks if it is the current track. */
  playFrom(share: number, track: Track, playlist: Playlist): void {
    const current = this.getState();
    if (track.id === current.track?.id) this.seekTo(share * current.duration);
    else this.#set(track, playlist, share * track.duration);
  }

  /**
   * Shows the track that was played before the page was reloaded, paused.
   *
   * @param position seconds
   * @param listed where the playlist goes on, if the track was queued
   */
  restore(track: Track, playlist: Playlist, position: number, listed?: Track): void {
    this.#dispatch({ type: 'restored', track, playlist, position, listed });
  }

  toggle(): void {
    if (this.getState().status === 'playing') this.pause();
    else this.resume();
  }

  pause(): void {
    this.#dispatch({ type: 'paused' });
    this.#output.pause();
  }

  /** Plays on. A track that has ended plays from its start, which is another turn. */
  resume(): void {
    const state = this.getState();
    const { track, playlist, listed, problem } = state;
    if (track === undefined) return;
    if (problem === 'sensitive') this.#accepted = track.id;
    if (hasEnded(state)) {
      this.#dispatch({ type: 'set', track, playlist, position: 0, listed });
      this.#output.seek(0);
    } else {
      this.#dispatch({ type: 'resumed' });
    }
    const hasFailed = problem !== undefined && problem !== 'blocked';
    if (hasFailed || this.#output.isClosed) {
      this.#renewedAt = undefined;
      void this.#load();
    } else {
      void this.#playAudio();
    }
  }

  /** Plays the next (1) or the previous (-1) track from its start, if there is one. */
  skip(by: 1 | -1): void {
    const state = this.getState();
    const track = adjacentTrack(state, by);
    if (track) this.#set(track, state.playlist, 0, listedAfterSkip(state, by));
  }

  /** Seeks in the current track. @param position seconds */
  seekTo(position: number): void {
    this.#dispatch({ type: 'progressed', position });
    this.#output.seek(this.getState().position);
  }

  /** Seeks forward, or back for negative seconds. */
  seekBy(seconds: number): void {
    this.seekTo(this.getState().position + seconds);
  }

  /** Stops playback and clears the track. */
  stop(): void {
    if (this.getState().track === undefined) return;
    this.#dispatch({ type: 'stopped' });
    this.#loads++;
    this.#output.close();
  }

  /** Clears the track and all URLs when the listener changes. @param id undefined for a visitor */
  changeListener(id: string | undefined): void {
    if (id === this.#listener) return;
    this.stop();
    this.#listener = id;
    this.#urls.clear();
  }

  /** Sets whether the next track starts when one ends; true by default. */
  setAutoplay(autoplay: boolean): void {
    this.#autoplay = autoplay;
  }

  /** Sets the position from which `play` continues a track, in seconds from its start; 0 by default. */
  setResumePosition(resumePosition: (trackId: string) => number): void {
    this.#resumePosition = resumePosition;
  }

  /** Sets the volume, 0 to 100, and unmutes. */
  setVolume(volume: number): void {
    this.#dispatch({ type: 'volume-set', volume });
    this.#output.setVolumeAndSpeed(this.getState());
  }

  toggleMute(): void {
    this.#dispatch({ type: 'mute-toggled' });
    this.#output.setVolumeAndSpeed(this.getState());
  }

  /** Sets the speed, as a multiple of the recording's; the pitch does not change. */
  setSpeed(speed: number): void {
    this.#dispatch({ type: 'speed-set', speed });
    this.#output.setVolumeAndSpeed(this.getState());
  }

  /** Updates a playlist that has grown or shrunk; ignored unless it is the current one, with the current track. */
  updatePlaylist(playlist: Playlist): void {
    this.#dispatch({ type: 'playlist-changed', playlist });
  }

  /** Sets the tracks that play before the playlist goes on. */
  setQueue(queue: readonly Track[]): void {
    this.#dispatch({ type: 'queue-changed', queue });
  }

  /**
   * Requests the URLs of tracks in advance, so that a press plays at once.
   *
   * @param freshFor how long the URLs have to stay fresh, in seconds
   */
  async prepare(tracks: readonly Track[], freshFor = 0): Promise<void> {
    try {
      await this.#urls.prepare(
        tracks.map(({ audioPath }) => audioPath),
        freshFor,
      );
    } catch (cause) {
      logFailure('The audio URLs could not be prepared.', cause);
    }
  }

  /** Adds a track whose play button is near the screen. @returns a function that removes it */
  addVisible(track: Track): () => void {
    this.#visibleTracks.add(track);
    return () => this.#visibleTracks.delete(track);
  }

  #set(track: Track, playlist: Playlist, position: number, listed?: Track): void {
    this.#renewedAt = undefined;
    this.#dispatch({ type: 'set', track, playlist, position, listed });
    void this.#load();
  }

  /** Loads the current track at the current position; synchronously when its URL is cached. */
  async #load(): Promise<void> {
    const { track, position } = this.getState();
    if (!this.audio || !track) return;
    const load = ++this.#loads;
    this.#output.cue(position);
    if (track.isSensitive && track.id !== this.#accepted) {
      this.#dispatch({ type: 'failed', problem: 'sensitive' });
      return;
    }

    let url = this.#urls.peek(track.audioPath);
    if (url === undefined) {
      // The gesture will be over when the URL has arrived.
      this.#output.unlock();
      try {
        url = await this.#urls.get(track.audioPath);
      } catch (cause) {
        const problem = cause instanceof AudioGoneError ? 'gone' : 'unreachable';
        if (load === this.#loads) this.#fail(problem, cause);
        return;
      }
      if (load !== this.#loads) return;
    }
    this.#output.open(url);
    if (this.getState().status === 'playing') await this.#playAudio();
  }

  async #playAudio(): Promise<void> {
    if (!(await this.#output.play())) this.#dispatch({ type: 'failed', problem: 'blocked' });
  }

  #onProgress(position: number): void {
    this.#dispatch({ type: 'progressed', position });
    if (this.#renewedAt !== undefined && position > this.#renewedAt + RECOVERED_SECONDS) {
      this.#renewedAt = undefined;
    }
  }

  /** Plays the next track, or stays at the end of this one. */
  #onEnded(): void {
    const state = this.getState();
    const goesOn = this.#autoplay || state.playlist.all || state.queue[0];
    if (goesOn && !this.stopsAtEnd && adjacentTrack(state, 1)) this.skip(1);
    else this.#dispatch({ type: 'ended' });
  }

  /** Renews the URL once, because an expired URL fails like missing audio. */
  #onError(cause: unknown): void {
    const { track, position } = this.getState();
    if (!track) return;
    if (this.#renewedAt !== undefined) {
      this.#fail(navigator.onLine ? 'unplayable' : 'unreachable', cause);
      return;
    }
    this.#renewedAt = position;
    this.#urls.evict(track.audioPath);
    this.#dispatch({ type: 'buffering' });
    void this.#load();
  }

  #fail(problem: PlayProblem, cause: unknown): void {
    this.#dispatch({ type: 'failed', problem });
    this.#output.pause();
    logFailure('The audio could not be played.', cause);
  }

  #onPlaying(): void {
    const { track, turn } = this.getState();
    if (track && turn !== this.#audibleTurn) {
      this.#audibleTurn = turn;
      // What is played offline counts nowhere.
      if (navigator.onLine) this.uncountedPlays.push(track);
    }
    this.#dispatch({ type: 'playing' });
  }

  #dispatch(event: PlayerEvent): void {
    this.#store.dispatch(event);
  }
}
