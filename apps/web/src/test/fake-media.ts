import { onTestFinished, vi } from 'vitest';
import { AudioUrls } from '#features/player/audio-urls.ts';
import { Player } from '#features/player/player.ts';

interface Media {
  paused: boolean;
  /** Whether play() was called within a gesture. */
  unlocked: boolean;
  currentTime: number;
  duration: number;
}

interface FakeMediaOptions {
  /** What play() rejects with, e.g. the error of a browser that forbids autoplay. */
  refusal?: DOMException;
  /** Whether an element plays only after play() was called on it within `whileGesture`, as on iPhones. */
  needsGesture?: boolean;
}

let isGesture = false;

/** Runs what a press does, while the browser sees the press. */
export function whileGesture(press: () => void): void {
  isGesture = true;
  press();
  isGesture = false;
}

/**
 * jsdom has no media. This adds play, pause and their properties to audio elements; the functions
 * below dispatch the events of loading and playback.
 */
export function fakeMedia({ refusal, needsGesture = false }: FakeMediaOptions = {}): void {
  const states = new WeakMap<HTMLMediaElement, Media>();
  const stateOf = (media: HTMLMediaElement): Media => {
    const state = states.get(media) ?? {
      paused: true,
      unlocked: !needsGesture,
      currentTime: 0,
      duration: Number.NaN,
    };
    states.set(media, state);
    return state;
  };
  const { prototype } = HTMLMediaElement;

  vi.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    const state = stateOf(this);
    state.unlocked ||= isGesture;
    if (refusal) throw refusal;
    if (!state.unlocked) throw new DOMException('Press first', 'NotAllowedError');
    state.paused = false;
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

/** Lets audio elements take a volume back that was set, a task later and without an event, as on iPhones. */
export function takeBackVolumes(): void {
  const volumes = new WeakMap<HTMLMediaElement, number>();
  const { prototype } = HTMLMediaElement;
  const property = Object.getOwnPropertyDescriptor(prototype, 'volume');
  Object.defineProperty(prototype, 'volume', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return volumes.get(this) ?? 1;
    },
    set(this: HTMLMediaElement, value: number) {
      volumes.set(this, value);
      setTimeout(() => volumes.delete(this));
    },
  });
  onTestFinished(() => {
    if (property) Object.defineProperty(prototype, 'volume', property);
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

/** A player whose signed URLs are the paths of its tracks, with an element that plays for it. */
export function fakePlayer() {
  fakeMedia();
  const sign = vi.fn(
    async (paths: readonly string[]) =>
      new Map(paths.map((path) => [path, `http://audio.test/${path}`])),
  );
  const player = new Player(new AudioUrls(sign));
  const audio = new Audio();
  onTestFinished(player.attach(audio));
  return { player, audio, sign };
}

/** A player without audio to play. */
export const silentPlayer = (): Player => new Player(new AudioUrls(async () => new Map()));
