import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakeMedia, reach } from '#test/fake-media.ts';
import { AudioUrls } from './audio-urls.ts';
import { keepPlace } from './keep-place.ts';
import { keepSound } from './keep-sound.ts';
import { Player } from './player.ts';
import { restorePlayer } from './restore-player.ts';
import { resumePoint, storePlace } from './stored-places.ts';
import { readTabPlayer } from './tab-player.ts';

const trackOf = (id: string) => ({
  id,
  title: `Title ${id}`,
  username: 'mira',
  audioPath: id,
  duration: 40,
  peaks: [],
});
const [one, two] = [trackOf('one'), trackOf('two')];
const playlist = { source: 'recent', tracks: [one, two] };

async function setUp(listener?: string) {
  const urls = new AudioUrls(
    async (paths) => new Map(paths.map((path) => [path, `http://a/${path}`])),
  );
  const player = new Player(urls);
  player.changeListener(listener);
  const audio = new Audio();
  onTestFinished(player.attach(audio));
  await player.prepare(playlist.tracks);
  return { player, audio };
}

/** A player that keeps its place, and plays the first track. */
async function play(listener = 'noor') {
  fakeMedia();
  const { player, audio } = await setUp(listener);
  player.play(one, playlist);
  onTestFinished(keepPlace(player));
  arrive(audio, 40);
  return { player, audio };
}

it('keeps the place while it plays, when it pauses, and when the page is left', async () => {
  const { player, audio } = await play();
  reach(audio, 5.5);
  expect(resumePoint('noor', 'one')).toBe(4.5);
  reach(audio, 7);
  expect(resumePoint('noor', 'one')).toBe(4.5);
  player.pause();
  expect(resumePoint('noor', 'one')).toBe(6);
  player.resume();
  reach(audio, 9);
  window.dispatchEvent(new Event('pagehide'));
  // Modules of the same worker hear it as well, and take the page for left.
  window.dispatchEvent(new Event('pageshow'));
  expect(resumePoint('noor', 'one')).toBe(8);
});

it('keeps the place of the track before, and forgets it when the track has ended', async () => {
  const { player, audio } = await play();
  reach(audio, 11);
  player.skip(1);
  expect(resumePoint('noor', 'one')).toBe(10);
  arrive(audio, 40);
  reach(audio, 20);
  expect(resumePoint('noor', 'two')).toBe(19);
  reach(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  expect(player.getState().track).toBeUndefined();
  expect(resumePoint('noor', 'two')).toBe(0);
});

it('the player comes back in the tab, paused, with its list, and only for its listener', async () => {
  const { audio } = await play();
  reach(audio, 12);
  const kept = readTabPlayer('noor');
  expect(kept).toEqual({ id: 'one', position: 12, source: 'recent', ids: ['one', 'two'] });

  const { player } = await setUp('noor');
  // In another order, as a database may answer.
  await restorePlayer(player, async () => [two, one]);
  expect(player.getState()).toMatchObject({
    status: 'paused',
    track: one,
    playlist,
    index: 0,
    position: 12,
  });
  expect(readTabPlayer('mira')).toBeUndefined();
  expect(readTabPlayer('noor'), 'what another has left is removed').toBeUndefined();
});

it('a player that was closed does not come back', async () => {
  const { player } = await play();
  expect(readTabPlayer('noor')).toBeDefined();
  player.stop();
  expect(readTabPlayer('noor')).toBeUndefined();
});

it('a drop that may no longer be heard does not come back', async () => {
  const { audio } = await play();
  reach(audio, 12);
  const { player } = await setUp('noor');
  await restorePlayer(player, async () => [two]);
  expect(player.getState().track).toBeUndefined();
  expect(readTabPlayer('noor')).toBeUndefined();
});

it('what plays meanwhile goes on, and a failed read leaves the player for the next load', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { audio } = await play();
  reach(audio, 12);
  const kept = readTabPlayer('noor');
  const { player } = await setUp('noor');
  await restorePlayer(player, async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(player.getState().track).toBeUndefined();
  expect(readTabPlayer('noor')).toEqual(kept);
  await restorePlayer(player, async () => {
    player.play(two, playlist);
    return [one, two];
  });
  expect(player.getState()).toMatchObject({ status: 'playing', track: two });
});

it('a drop that is pressed goes on where its listener has left it, a second before', async () => {
  storePlace('noor', 'two', 20, 40);
  storePlace('mira', 'one', 30, 40);
  const { player } = await play();
  player.play(two, playlist);
  expect(player.getState().position).toBe(19);
  player.play(one, playlist);
  expect(player.getState().position).toBe(0);
});

it('speed and volume of the previous visit come back', async () => {
  fakeMedia();
  const { player, audio } = await setUp();
  onTestFinished(keepSound(player));
  expect(player.getState()).toMatchObject({ speed: 1, volume: 75 });
  player.setSpeed(1.75);
  player.setVolume(40);
  const next = await setUp();
  onTestFinished(keepSound(next.player));
  expect(next.audio.playbackRate).toBe(1.75);
  expect(next.audio.volume).toBe(0.4);
  localStorage.setItem('undertone:speed', '40');
  expect(audio.playbackRate).toBe(1.75);
  const other = await setUp();
  onTestFinished(keepSound(other.player));
  expect(other.player.getState().speed).toBe(1);
});
