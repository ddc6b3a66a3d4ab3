import { onTestFinished, vi } from 'vitest';
import { AudioUrls } from '#features/player/audio-urls.ts';
import { Player } from '#features/player/player.ts';

interface Media {
  paused: boolean;
  currentTime: number;
  duration: number;
}

/**
 * jsdom has no media. This adds play, pause and their properties to audio elements; the functions
 * below dispatch the events of loading and playback.
 *
 * @param refusal what play() rejects with, e.g. the error of a browser that forbids autoplay
 */
export function fakeMedia({ refusal }: { refusal?: DOMException } = {}): void {
  const states = new WeakMap<HTMLMediaElement, Media>();
  const stateOf = (media: HTMLMediaElement): Media => {
    const state = states.get(media) ?? { paused: true, currentTime: 0, duration: Number.NaN };
    states.set(media, state);
    return state;
  };
  const { prototype } = HTMLMediaElement;

  vi.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    if (refusal) throw refusal;
    stateOf(this).paused = false;
  });
  vi.spyOn(prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    const state = stateOf(this);
    if (state.paused) return;
    state.paused = true;
    queueMicrotask(() => this.dispatchEvent(new Event('pause')));
  });
  vi.spyOn(prototype, 'load').mockImplementation(() => {});
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function paused(this: HTMLMediaElement) {
    return stateOf(this).paused;
  });

  const properties = {
    currentTime: Object.getOwnPropertyDescriptor(prototype, 'currentTime'),
    duration: Object.getOwnPropertyDescriptor(prototype, 'duration'),
  };
  for (const name of ['currentTime', 'duration'] as const) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: HTMLMediaElement) {
        return stateOf(this)[name];
      },
      set(this: HTMLMediaElement, value: number) {
        stateOf(this)[name] = value;
      },
    });
  }
  onTestFinished(() => {
    for (const [name, property] of Object.entries(properties)) {
      if (property) Object.defineProperty(prototype, name, property);
    }
    vi.restoreAllMocks();
  });
}

/** Loads the audio, whose length in seconds is known from then on, and starts it if play() was called. */
export function arrive(audio: HTMLAudioElement, duration: number): void {
  Object.assign(audio, { duration });
  audio.dispatchEvent(new Event('loadedmetadata'));
  if (!audio.paused) audio.dispatchEvent(new Event('playing'));
}

/** Moves playback to a time in seconds. */
export function reach(audio: HTMLAudioElement, currentTime: number): void {
  audio.currentTime = currentTime;
  audio.dispatchEvent(new Event('timeupdate'));
}

/** A player without audio to play. */
export const silentPlayer = (): Player => new Player(new AudioUrls(async () => new Map()));
