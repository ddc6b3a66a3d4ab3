import { perClient } from '#lib/per-client.ts';
import { hasEnded } from './player-reducer.ts';
import type { Player } from './player.ts';

/** When playback stops: never, at the end of the current drop, or after some minutes. */
export type SleepChoice = 'off' | 'end' | 5 | 15 | 30 | 60;

export interface SleepState {
  choice: SleepChoice;
  /** Minutes until playback stops, rounded up; 0 unless minutes were chosen. */
  minutesLeft: number;
  /** What has changed last, for screen readers; empty at first. */
  announcement: string;
}

const MINUTE_MS = 60_000;

/** How long the sound fades out before playback stops, in milliseconds. */
const FADE_MS = 10_000;

/** How often the time is compared, in milliseconds. While the sound fades, each step should be inaudible. */
const CHECK_EVERY_MS = 1000;
const FADE_EVERY_MS = 100;

const STOPPED = 'The sleep timer has stopped playback.';
const OFF = 'Sleep timer off.';

/**
 * Stops a player's playback at a chosen time. It compares the clock at each event of the player as well as by a
 * timer, since browsers delay the timers of hidden pages. It ends with the page, when the track is cleared, and
 * after it has stopped the playback.
 */
class SleepTimer {
  readonly #player: Player;
  readonly #subscribers = new Set<() => void>();
  #state: SleepState = { choice: 'off', minutesLeft: 0, announcement: '' };
  /** When playback stops, in milliseconds since 1970. */
  #stopsAt = Infinity;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(player: Player) {
    this.#player = player;
  }

  readonly getState = (): SleepState => this.#state;

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#subscribers.add(notify);
    return () => this.#subscribers.delete(notify);
  };

  /** Sets when playback stops, in place of an earlier choice. */
  set(choice: SleepChoice): void {
    this.#end(OFF);
    if (choice === 'off') return;
    this.#player.stopsAtEnd = choice === 'end';
    this.#stopsAt = choice === 'end' ? Infinity : Date.now() + choice * MINUTE_MS;
    const when = choice === 'end' ? 'at the end of this drop' : `in ${choice} minutes`;
    this.#change({ choice, minutesLeft: 0, announcement: `Playback stops ${when}.` });
    this.#unsubscribe = this.#player.subscribe(() => this.#check());
    // A drop that has ended already may be played again.
    if (choice !== 'end') this.#check();
  }

  #check(): void {
    const left = this.#stopsAt - Date.now();
    const state = this.#player.getState();
    if (!state.track) {
      this.#end('');
    } else if (left <= 0) {
      this.#stopPlayback();
    } else if (this.#player.stopsAtEnd) {
      if (hasEnded(state)) this.#end(STOPPED);
    } else {
      const minutesLeft = Math.ceil(left / MINUTE_MS);
      if (minutesLeft !== this.#state.minutesLeft) this.#change({ ...this.#state, minutesLeft });
      if (left < FADE_MS) this.#setGain(left / FADE_MS);
      clearTimeout(this.#timeout);
      const wait = left > FADE_MS ? Math.min(CHECK_EVERY_MS, left - FADE_MS) : FADE_EVERY_MS;
      this.#timeout = setTimeout(() => this.#check(), wait);
    }
  }

  #stopPlayback(): void {
    const { audio } = this.#player;
    const isSilent = audio?.paused ?? true;
    const wasPlaying = this.#player.getState().status === 'playing';
    const end = () => this.#end(wasPlaying ? STOPPED : OFF);
    this.#unsubscribe?.();
    clearTimeout(this.#timeout);
    this.#player.pause();
    // The volume is restored once the element is silent.
    if (isSilent) end();
    else audio?.addEventListener('pause', end, { once: true });
  }

  #end(announcement: string): void {
    clearTimeout(this.#timeout);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#player.stopsAtEnd = false;
    this.#setGain(1);
    this.#change({ choice: 'off', minutesLeft: 0, announcement });
  }

  /** Multiplies the chosen volume. The square makes the steps sound even. Where pages cannot set it, nothing changes. */
  #setGain(gain: number): void {
    const { audio } = this.#player;
    if (audio) audio.volume = (this.#player.getState().volume / 100) * gain ** 2;
  }

  #change(state: SleepState): void {
    this.#state = state;
    for (const notify of this.#subscribers) notify();
  }
}

/** The sleep timer of a player. */
export const sleepTimerOf = perClient((player: Player) => new SleepTimer(player));
