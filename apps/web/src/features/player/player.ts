import { logFailure } from '#lib/log.ts';
import { AudioOutput } from './audio-output.ts';
import { AudioGoneError, type AudioUrls } from './audio-urls.ts';
import {
  emptyPlayer,
  type PlayerEvent,
  type PlayerState,
  type PlayProblem,
} from './player-reducer.ts';
import { PlayerStore } from './player-store.ts';
import { readStoredVolume } from './stored-volume.ts';
import type { Playlist, Track } from './track.ts';

/** After playing this far past a failure, the next failure may renew the URL once more. */
const RECOVERED_SECONDS = 1;

/**
 * Plays one track at a time through one audio element. A store outside React, so that progress renders
 * only the components that show it.
 */
export class Player {
  readonly #store = new PlayerStore(emptyPlayer(readStoredVolume()));
  readonly #output: AudioOutput;
  readonly #urls: AudioUrls;
  readonly #inSight = new Set<Track>();
  #resumePoint = (_trackId: string): number => 0;
  #listener: string | undefined;
  #autoplay = true;
  /** Number of the latest load, by which an earlier one recognises that it was superseded. */
  #loads = 0;
  /**
   * The tracks that were heard, once for each time that one was set, until `countPlays` takes them: its
   * code may come when a short drop has ended.
   */
  readonly heard: string[] = [];
  #heardTurn = 0;
  /** The position at which the audio failed and its URL was renewed, in seconds. */
  #renewedAt: number | undefined;

  constructor(urls: AudioUrls) {
    this.#urls = urls;
    this.#output = new AudioOutput({
      onMeasured: (duration) => this.#dispatch({ type: 'measured', duration }),
      onReached: (position) => this.#onReached(position),
      onWaiting: () => this.#dispatch({ type: 'waited' }),
      onSounding: () => this.#sound(),
      onInterrupted: () => this.#dispatch({ type: 'paused' }),
      onEnded: () => this.#onEnded(),
      onFailed: (cause) => this.#onFailed(cause),
    });
  }

  readonly getState = (): PlayerState => this.#store.getState();

  readonly subscribe = (notify: () => void): (() => void) => this.#store.subscribe(notify);

  /** The listener's account id; undefined for a visitor. */
  get listener(): string | undefined {
    return this.#listener;
  }

  /** The tracks whose play buttons are near the screen. */
  get inSight(): readonly Track[] {
    return [...this.#inSight];
  }

  /** Plays through an audio element. @returns a function that stops playback and detaches the element */
  attach(audio: HTMLAudioElement): () => void {
    const detach = this.#output.attach(audio, this.getState());
    return () => {
      detach();
      this.stop();
    };
  }

  /** Plays a track from a playlist, from where it was left; toggles the track if it is the current one. */
  play(track: Track, playlist: Playlist): void {
    if (track.id === this.getState().track?.id) this.toggle();
    else this.#set(track, playlist, this.#resumePoint(track.id));
  }

  /** Plays a track from a share (0 to 1) of its duration; only seeks if it is the current track. */
  playFrom(share: number, track: Track, playlist: Playlist): void {
    const current = this.getState();
    if (track.id === current.track?.id) this.seekTo(share * current.duration);
    else this.#set(track, playlist, share * track.duration);
  }

  /** Shows the track that was played before the page was loaded again, paused. @param position seconds */
  restore(track: Track, playlist: Playlist, position: number): void {
    this.#dispatch({ type: 'restored', track, playlist, position });
  }

  toggle(): void {
    if (this.getState().status === 'playing') this.pause();
    else this.resume();
  }

  pause(): void {
    this.#dispatch({ type: 'paused' });
    this.#output.pause();
  }

  resume(): void {
    const { track, problem } = this.getState();
    if (track === undefined) return;
    this.#dispatch({ type: 'resumed' });
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
    this.#move({ type: 'moved', by });
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
    this.#unload();
  }

  /** Clears the track and all URLs when the listener changes. @param id undefined for a visitor */
  changeListener(id: string | undefined): void {
    if (id === this.#listener) return;
    this.stop();
    this.#listener = id;
    this.#urls.clear();
  }

  /** Sets whether the next track starts when one ends; initially true. */
  setAutoplay(autoplay: boolean): void {
    this.#autoplay = autoplay;
  }

  /** Sets where a track goes on when it is pressed, in seconds from its start; initially there. */
  setResumePoints(resumePoint: (trackId: string) => number): void {
    this.#resumePoint = resumePoint;
  }

  /** Sets the volume, 0 to 100, and unmutes. */
  setVolume(volume: number): void {
    this.#dispatch({ type: 'volume-set', volume });
    this.#output.setSound(this.getState());
  }

  toggleMute(): void {
    this.#dispatch({ type: 'mute-toggled' });
    this.#output.setSound(this.getState());
  }

  /** Sets the speed, as times that of the recording; the pitch stays. */
  setSpeed(speed: number): void {
    this.#dispatch({ type: 'speed-set', speed });
    this.#output.setSound(this.getState());
  }

  /** Updates a playlist that has grown or shrunk; ignored unless it is the current one. */
  updatePlaylist(playlist: Playlist): void {
    this.#dispatch({ type: 'playlist-changed', playlist });
  }

  /**
   * Requests the URLs of tracks ahead, so that a press on one of them plays at once.
   *
   * @param freshFor for how long the URLs have to stay fresh, in seconds
   */
  async prepare(tracks: readonly Track[], freshFor = 0): Promise<void> {
    try {
      await this.#urls.prepare(
        tracks.map(({ audioPath }) => audioPath),
        freshFor,
      );
    } catch (cause) {
      logFailure('The audio could not be prepared; playing will ask for it again.', cause);
    }
  }

  /** Notes that a track's play button is near the screen. @returns a function that takes this back */
  addInSight(track: Track): () => void {
    this.#inSight.add(track);
    return () => this.#inSight.delete(track);
  }

  #set(track: Track, playlist: Playlist, position: number): void {
    this.#renewedAt = undefined;
    this.#dispatch({ type: 'set', track, playlist, position });
    void this.#load();
  }

  #move(event: Extract<PlayerEvent, { type: 'moved' | 'ended' }>): void {
    const { turn } = this.getState();
    this.#dispatch(event);
    if (this.getState().track === undefined) this.#unload();
    if (this.getState().turn === turn) return;
    this.#renewedAt = undefined;
    void this.#load();
  }

  /** Loads the current track at the current position; synchronously when its URL is cached. */
  async #load(): Promise<void> {
    const { track, position } = this.getState();
    if (!this.#output.isAttached || !track) return;
    const load = ++this.#loads;
    this.#output.cue(position);

    let url = this.#urls.peek(track.audioPath);
    if (url === undefined) {
      // The gesture that led here will be over when the URL has arrived.
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

  #unload(): void {
    this.#loads++;
    this.#output.close();
  }

  async #playAudio(): Promise<void> {
    if (!(await this.#output.play())) this.#dispatch({ type: 'failed', problem: 'blocked' });
  }

  #onReached(position: number): void {
    this.#dispatch({ type: 'progressed', position });
    if (this.#renewedAt !== undefined && position > this.#renewedAt + RECOVERED_SECONDS) {
      this.#renewedAt = undefined;
    }
  }

  #onEnded(): void {
    this.#move({ type: 'ended', autoplay: this.#autoplay });
    if (this.getState().status !== 'paused') return;
    this.#output.pause();
    this.#output.seek(0);
  }

  /** Renews the URL once, since an expired URL fails like missing audio. */
  #onFailed(cause: unknown): void {
    const { track, position } = this.getState();
    if (!track) return;
    if (this.#renewedAt !== undefined) {
      this.#fail(navigator.onLine ? 'unplayable' : 'unreachable', cause);
      return;
    }
    this.#renewedAt = position;
    this.#urls.forget(track.audioPath);
    this.#dispatch({ type: 'waited' });
    void this.#load();
  }

  #fail(problem: PlayProblem, cause: unknown): void {
    this.#dispatch({ type: 'failed', problem });
    this.#output.pause();
    logFailure('The audio could not be played.', cause);
  }

  #sound(): void {
    const { track, turn } = this.getState();
    if (track && turn !== this.#heardTurn) {
      this.#heardTurn = turn;
      this.heard.push(track.id);
    }
    this.#dispatch({ type: 'sounded' });
  }

  #dispatch(event: PlayerEvent): void {
    this.#store.dispatch(event);
  }
}
