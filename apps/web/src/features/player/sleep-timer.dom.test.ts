import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakePlayer, reach, takeBackVolumes } from '#test/fake-media.ts';
import { one, playlist } from './fixtures/track.ts';
import { sleepTimerOf } from './sleep-timer.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A player that is playing the first of two tracks, with a volume of 50. */
async function setUp() {
  const { player, audio } = fakePlayer();
  await player.prepare(playlist.tracks);
  player.setVolume(50);
  player.play(one, playlist);
  arrive(audio, 40);
  const timer = sleepTimerOf(player);
  const status = () => player.getState().status;
  return { player, audio, timer, status };
}

it('pauses playback after the chosen minutes, and is off then', async () => {
  const { timer, status } = await setUp();
  timer.set(15);
  expect(timer.getState()).toEqual({
    choice: 15,
    minutesLeft: 15,
    announcement: 'Playback stops in 15 minutes.',
  });
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS - SECOND_MS);
  expect(status()).toBe('playing');
  expect(timer.getState().minutesLeft).toBe(1);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(status()).toBe('paused');
  expect(timer.getState()).toEqual({
    choice: 'off',
    minutesLeft: 0,
    announcement: 'The sleep timer has stopped playback.',
  });
});

it('fades out during the last ten seconds, and restores the volume once playback is paused', async () => {
  const { player, audio, timer } = await setUp();
  const volumeAtPause = new Promise((resolve) => {
    vi.spyOn(player, 'pause').mockImplementationOnce(() => {
      resolve(audio.volume);
      audio.pause();
    });
  });
  timer.set(5);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 10 * SECOND_MS);
  expect(audio.volume).toBe(0.5);
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
  expect(audio.volume).toBeCloseTo(0.5 * 0.5 ** 2, 2);
  expect(player.getState().volume).toBe(50);
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
  expect(await volumeAtPause).toBeLessThan(0.001);
  expect(audio.volume).toBe(0.5);
});

it('only pauses where pages cannot set the volume', async () => {
  takeBackVolumes();
  const { timer, status } = await setUp();
  timer.set(5);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(status()).toBe('paused');
  expect(timer.getState().choice).toBe('off');
});

it('compares the clock at events of the audio, when its own timer is late', async () => {
  const { audio, timer, status } = await setUp();
  timer.set(5);
  // The browser has suspended the page's timers.
  vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
  expect(status()).toBe('playing');
  reach(audio, 1);
  expect(status()).toBe('paused');
});

it('stops at the end of the drop instead of playing the next one', async () => {
  const { player, audio, timer, status } = await setUp();
  timer.set('end');
  expect(timer.getState().announcement).toBe('Playback stops at the end of this drop.');
  audio.dispatchEvent(new Event('ended'));
  expect(status()).toBe('paused');
  expect(player.getState().track?.id).toBe('one');
  expect(timer.getState().choice).toBe('off');

  // Afterwards the next drop follows again.
  player.resume();
  arrive(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  expect(player.getState().track?.id).toBe('two');
});

it('waits for the end of a drop that is played again after its end', async () => {
  const { player, audio, timer, status } = await setUp();
  player.setAutoplay(false);
  audio.dispatchEvent(new Event('ended'));
  timer.set('end');
  expect(timer.getState().choice).toBe('end');
  player.setAutoplay(true);
  player.resume();
  arrive(audio, 40);
  expect(status()).toBe('playing');
  audio.dispatchEvent(new Event('ended'));
  expect(status()).toBe('paused');
  expect(player.getState().track?.id).toBe('one');
});

it('is off once Off is chosen, also while the sound fades', async () => {
  const { audio, timer, status } = await setUp();
  timer.set(5);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 5 * SECOND_MS);
  timer.set('off');
  expect(audio.volume).toBe(0.5);
  expect(timer.getState().announcement).toBe('Sleep timer off.');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(status()).toBe('playing');
});

it('is off once the player is closed', async () => {
  const { player, timer } = await setUp();
  timer.set('end');
  player.stop();
  expect(timer.getState().choice).toBe('off');
  expect(player.stopsAtEnd).toBe(false);
});

it('ends while playback is paused without reporting that it has stopped playback', async () => {
  const { player, timer } = await setUp();
  timer.set(5);
  player.pause();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(timer.getState()).toMatchObject({ choice: 'off', announcement: 'Sleep timer off.' });
});

it('goes on while playback is paused, and with the next drop', async () => {
  const { player, audio, timer, status } = await setUp();
  timer.set(30);
  player.pause();
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  player.skip(1);
  arrive(audio, 40);
  expect(timer.getState().minutesLeft).toBe(10);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(status()).toBe('paused');
});
