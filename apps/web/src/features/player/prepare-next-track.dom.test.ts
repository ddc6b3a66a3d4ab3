import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakePlayer } from '#test/fake-media.ts';
import { one, trackOf, two } from './fixtures/track.ts';
import { prepareNextTrack } from './prepare-next-track.ts';
import { renewVisibleAudioUrls } from './renew-visible-audio-urls.ts';

const playlist = { source: 'recent', tracks: [one, two, trackOf('three')] };

function setUp() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  return fakePlayer();
}

/** Advances the clock and its intervals. */
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('signs the next track while one plays, so that it starts at once', async () => {
  const { player, audio, sign } = setUp();
  onTestFinished(prepareNextTrack(player));
  await player.prepare(playlist.tracks);
  await pass(AUDIO_URL_SECONDS - 90);
  player.play(one, playlist);
  arrive(audio, 40);
  expect(sign).toHaveBeenLastCalledWith(['two']);
  await vi.waitFor(() => expect(sign).toHaveBeenCalledTimes(2));
  await pass(35);
  audio.dispatchEvent(new Event('ended'));
  expect(audio.src).toBe('http://audio.test/two');
  expect(audio.paused).toBe(false);
  arrive(audio, 40);
  expect(sign).toHaveBeenLastCalledWith(['three']);
});

it('signs the next track again when playback resumes after a long pause', async () => {
  const { player, audio, sign } = setUp();
  onTestFinished(prepareNextTrack(player));
  player.play(two, playlist);
  await vi.waitFor(() => expect(audio.src).toBe('http://audio.test/two'));
  arrive(audio, 40);
  await vi.waitFor(() => expect(sign).toHaveBeenLastCalledWith(['three']));
  player.pause();
  await pass(AUDIO_URL_SECONDS);
  player.resume();
  audio.dispatchEvent(new Event('playing'));
  expect(sign.mock.calls.filter(([paths]) => paths.includes('three'))).toHaveLength(2);
});

it('renews the URLs of the visible tracks before they expire, in one request', async () => {
  const { player, sign } = setUp();
  onTestFinished(renewVisibleAudioUrls(player));
  const removals = [one, two].map((track) => player.addVisible(track));
  await player.prepare(playlist.tracks);
  await pass(AUDIO_URL_SECONDS - 180);
  expect(sign).toHaveBeenCalledTimes(1);
  await pass(60);
  expect(sign.mock.calls.slice(1)).toEqual([[['one', 'two']]]);
  for (const remove of removals) remove();
  await pass(AUDIO_URL_SECONDS);
  expect(sign).toHaveBeenCalledTimes(2);
});

it('renews the URLs when the page becomes visible again, and not while it is hidden', async () => {
  const { player, sign } = setUp();
  onTestFinished(renewVisibleAudioUrls(player));
  onTestFinished(player.addVisible(one));
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(AUDIO_URL_SECONDS);
  expect(sign).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sign.mock.calls).toEqual([[['one']]]);
});
