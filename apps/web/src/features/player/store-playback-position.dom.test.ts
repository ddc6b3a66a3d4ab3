import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { one, playlist, trackOf, two } from './fixtures/track.ts';
import { storePlaybackPosition } from './store-playback-position.ts';
import { storeVolumeAndSpeed } from './store-volume-and-speed.ts';
import { restorePlayer } from './restore-player.ts';
import { resumePosition, storePosition } from './stored-positions.ts';
import { readTabPlayer } from './tab-player.ts';

async function setUp(listener?: string) {
  const { player, audio } = fakePlayer();
  player.changeListener(listener);
  await player.prepare(playlist.tracks);
  return { player, audio };
}

/** A player that plays the first track and stores its position. */
async function play(listener = 'noor') {
  const { player, audio } = await setUp(listener);
  player.play(one, playlist);
  onTestFinished(storePlaybackPosition(player));
  arrive(audio, 40);
  return { player, audio };
}

it('stores the position during playback, on a pause, and when the page is left', async () => {
  const { player, audio } = await play();
  reach(audio, 5.5);
  expect(resumePosition('noor', 'one')).toBe(4.5);
  reach(audio, 7);
  expect(resumePosition('noor', 'one')).toBe(4.5);
  player.pause();
  expect(resumePosition('noor', 'one')).toBe(6);
  player.resume();
  reach(audio, 9);
  window.dispatchEvent(new Event('pagehide'));
  // Other modules of the same worker receive `pagehide` too, and would consider the page left.
  window.dispatchEvent(new Event('pageshow'));
  expect(resumePosition('noor', 'one')).toBe(8);
});

it('stores the position of the previous track, and removes it when a track has ended', async () => {
  const { player, audio } = await play();
  reach(audio, 11);
  player.skip(1);
  expect(resumePosition('noor', 'one')).toBe(10);
  arrive(audio, 40);
  reach(audio, 20);
  expect(resumePosition('noor', 'two')).toBe(19);
  reach(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  expect(resumePosition('noor', 'two')).toBe(0);
});

it('restores the player of the tab paused and with its playlist, only for its listener', async () => {
  const { audio } = await play();
  reach(audio, 12);
  const stored = readTabPlayer('noor');
  expect(stored).toEqual({
    id: 'one',
    position: 12,
    source: 'recent',
    all: false,
    listed: 'one',
    ids: ['one', 'two'],
  });

  const { player } = await setUp('noor');
  // The database may return another order.
  await restorePlayer(player, async () => [two, one]);
  expect(player.getState()).toMatchObject({
    status: 'paused',
    track: one,
    playlist: { ...playlist, all: false },
    index: 0,
    position: 12,
  });
  expect(readTabPlayer('mira')).toBeUndefined();
  expect(readTabPlayer('noor'), 'the player of another listener is removed').toBeUndefined();
});

it('restores a queued track with the place at which the playlist was left', async () => {
  const { player: before, audio } = await play();
  before.setQueue([trackOf('queued')]);
  before.skip(1);
  reach(audio, 12);
  const { player } = await setUp('noor');
  const readable = [one, two, trackOf('queued')];
  await restorePlayer(player, async (ids) => readable.filter(({ id }) => ids.includes(id)));
  expect(player.getState()).toMatchObject({ track: { id: 'queued' }, listed: one, index: 0 });
  player.skip(1);
  expect(player.getState().track).toBe(two);
});

it('does not restore a player that was closed', async () => {
  const { player } = await play();
  expect(readTabPlayer('noor')).toBeDefined();
  player.stop();
  expect(readTabPlayer('noor')).toBeUndefined();
});

it('does not restore a drop that the listener may no longer play', async () => {
  const { audio } = await play();
  reach(audio, 12);
  const { player } = await setUp('noor');
  await restorePlayer(player, async () => [two]);
  expect(player.getState().track).toBeUndefined();
  expect(readTabPlayer('noor')).toBeUndefined();
});

it('does not interrupt a track that plays already, and keeps the stored player after a failed read', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { audio } = await play();
  reach(audio, 12);
  const stored = readTabPlayer('noor');
  const { player } = await setUp('noor');
  await restorePlayer(player, async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(player.getState().track).toBeUndefined();
  expect(readTabPlayer('noor')).toEqual(stored);
  await restorePlayer(player, async () => {
    player.play(two, playlist);
    return [one, two];
  });
  expect(player.getState()).toMatchObject({ status: 'playing', track: two });
});

it('continues a drop one second before its stored position for the same listener', async () => {
  storePosition('noor', 'two', 20, 40);
  storePosition('mira', 'one', 30, 40);
  const { player } = await play();
  player.play(two, playlist);
  expect(player.getState().position).toBe(19);
  player.play(one, playlist);
  expect(player.getState().position).toBe(0);
});

it('restores the speed and volume of the previous visit', async () => {
  const { player, audio } = await setUp();
  onTestFinished(storeVolumeAndSpeed(player));
  expect(player.getState()).toMatchObject({ speed: 1, volume: 75 });
  player.setSpeed(1.75);
  player.setVolume(40);
  const next = await setUp();
  onTestFinished(storeVolumeAndSpeed(next.player));
  expect(next.audio.playbackRate).toBe(1.75);
  expect(next.audio.volume).toBe(0.4);
  localStorage.setItem('undertone:speed', '40');
  expect(audio.playbackRate).toBe(1.75);
  const other = await setUp();
  onTestFinished(storeVolumeAndSpeed(other.player));
  expect(other.player.getState().speed).toBe(1);
});

it('plays evidence at a speed of its own, which is not stored', async () => {
  const { player, audio } = await setUp();
  onTestFinished(storeVolumeAndSpeed(player));
  player.setSpeed(1.25);
  const evidence = { ...two, kind: 'evidence' } as const;
  player.play(evidence, playlist);
  expect(audio.playbackRate).toBe(1);
  player.setSpeed(2);
  player.play(one, playlist);
  expect(audio.playbackRate).toBe(1.25);
  player.play(evidence, playlist);
  expect(audio.playbackRate).toBe(2);
  player.stop();
  expect(player.getState().speed).toBe(1.25);
  expect(localStorage.getItem('undertone:speed')).toBe('1.25');
});
