import type { Pause } from '@undertone/voice/find-pauses';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { one, playlist } from '#features/player/fixtures/track.ts';
import { createDeferred } from '#lib/deferred.ts';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { skipSilence } from './skip-silence.ts';

const PAUSES = [
  { start: 5, end: 8 },
  { start: 20, end: 21 },
];

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A player whose current track has a clip of 40 s with these pauses. */
async function setUp(pauses: Pause[] = PAUSES) {
  const { player, audio } = fakePlayer();
  const network = vi.spyOn(audio, 'networkState', 'get');
  network.mockReturnValue(HTMLMediaElement.NETWORK_IDLE);
  await player.prepare(playlist.tracks);
  const readPauses = vi.fn(async () => pauses);
  const stop = skipSilence(player, readPauses);
  onTestFinished(stop);
  const play = async () => {
    player.play(one, playlist);
    arrive(audio, 40);
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Moves playback on between two events, until the timer of the next pause is due. */
  const playOn = async (seconds: number, speed = 1) => {
    audio.currentTime += seconds * speed;
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  };
  return { player, audio, network, readPauses, stop, play, playOn };
}

it('leaves 0.15 s of a pause on both sides, exactly between two events of the audio', async () => {
  const { player, audio, play, playOn } = await setUp();
  await play();
  reach(audio, 5);
  await playOn(0.14);
  expect(audio.currentTime).toBeCloseTo(5.14);
  await playOn(0.01);
  expect(audio.currentTime).toBeCloseTo(7.85);
  expect(player.getState().position).toBeCloseTo(7.85);
});

it('skips the rest of a pause that an event finds, when the timer is late', async () => {
  const { audio, play } = await setUp();
  await play();
  reach(audio, 6.2);
  expect(audio.currentTime).toBeCloseTo(7.85);
});

it('waits for the next pause at the speed that is set', async () => {
  const { player, audio, play, playOn } = await setUp();
  await play();
  reach(audio, 19.15);
  player.setSpeed(2);
  await playOn(0.49, 2);
  expect(audio.currentTime).toBeCloseTo(20.13);
  await playOn(0.01, 2);
  expect(audio.currentTime).toBeCloseTo(20.85);
});

it('skips nothing after a seek behind the pause, and while playback is paused', async () => {
  const { player, audio, play, playOn } = await setUp();
  await play();
  reach(audio, 5);
  player.seekTo(10);
  await playOn(0.15);
  expect(audio.currentTime).toBeCloseTo(10.15);
  player.seekTo(5);
  player.pause();
  await playOn(0.15);
  expect(audio.currentTime).toBeCloseTo(5.15);
});

it('does not repeat a jump when the browser seeks to a position a little before the requested one', async () => {
  const { player, audio, play } = await setUp();
  await play();
  const seek = vi.spyOn(player, 'seekTo');
  reach(audio, 7.8);
  expect(seek).not.toHaveBeenCalled();
});

it('ends a pause at the end of the track with 0.15 s of sound, so that the track ends', async () => {
  const { audio, play } = await setUp([{ start: 35, end: 40.3 }]);
  await play();
  reach(audio, 36);
  expect(audio.currentTime).toBeCloseTo(39.85);
});

it('reads the pauses once the track is audible and its audio has arrived', async () => {
  const { player, audio, network, readPauses } = await setUp();
  network.mockReturnValue(HTMLMediaElement.NETWORK_LOADING);
  player.play(one, playlist);
  expect(readPauses).not.toHaveBeenCalled();
  arrive(audio, 40);
  reach(audio, 1);
  expect(readPauses).not.toHaveBeenCalled();
  network.mockReturnValue(HTMLMediaElement.NETWORK_IDLE);
  reach(audio, 1.25);
  reach(audio, 1.5);
  expect(readPauses).toHaveBeenCalledExactlyOnceWith(one, audio, player);
});

it('does not skip the pauses of a track before the current one, which are found late', async () => {
  const { player, audio, readPauses, play } = await setUp();
  const { promise, resolve } = createDeferred<Pause[]>();
  readPauses.mockReturnValueOnce(promise).mockResolvedValueOnce([]);
  await play();
  player.skip(1);
  arrive(audio, 40);
  resolve(PAUSES);
  await vi.advanceTimersByTimeAsync(0);
  reach(audio, 6);
  expect(audio.currentTime).toBe(6);
});

it('plays on with all silence when the pauses cannot be read', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { player, audio, readPauses, play } = await setUp();
  readPauses.mockRejectedValueOnce(new Error('The audio cannot be decoded.'));
  await play();
  reach(audio, 6);
  expect(audio.currentTime).toBe(6);
  expect(player.getState().status).toBe('playing');
  expect(logged).toHaveBeenCalledOnce();
});

it('skips nothing any more once it is stopped', async () => {
  const { audio, stop, play, playOn } = await setUp();
  await play();
  reach(audio, 5);
  stop();
  await playOn(0.15);
  reach(audio, 6);
  expect(audio.currentTime).toBe(6);
});
