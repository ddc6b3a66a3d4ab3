import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { watchHeardParts } from './heard-parts.ts';

const trackOf = (id: string) => ({
  id,
  title: id,
  username: 'mira',
  audioPath: id,
  duration: 10,
  peaks: [],
});
const playlist = { source: 'recent', tracks: [trackOf('one'), trackOf('two')] };

async function setUp() {
  const { player, audio } = fakePlayer();
  await player.prepare(playlist.tracks);
  const told: string[] = [];
  onTestFinished(watchHeardParts(player, (id, part) => told.push(`${id} ${part}`)));
  const play = (id: string) => {
    player.play(trackOf(id), playlist);
    arrive(audio, 10);
  };
  /** Plays on from a second to another. */
  const playOn = (from: number, to: number) => {
    for (let second = from + 1; second <= to; second++) reach(audio, second);
  };
  return { player, audio, told, play, playOn };
}

it('tells once that half, and once that the end was heard', async () => {
  const { told, play, playOn } = await setUp();
  play('one');
  playOn(0, 4);
  expect(told).toEqual([]);
  playOn(4, 8);
  expect(told).toEqual(['one half']);
  playOn(8, 10);
  expect(told).toEqual(['one half', 'one end']);
});

it('does not take what was skipped for heard', async () => {
  const { player, told, play, playOn } = await setUp();
  play('one');
  playOn(0, 2);
  player.seekTo(8);
  playOn(8, 10);
  expect(told).toEqual([]);
});

it('adds up what was heard before and after a pause', async () => {
  const { player, told, play, playOn } = await setUp();
  play('one');
  playOn(0, 3);
  player.pause();
  player.resume();
  playOn(3, 6);
  expect(told).toEqual(['one half']);
});

it('begins anew with each track', async () => {
  const { audio, told, play, playOn } = await setUp();
  play('one');
  playOn(0, 10);
  audio.dispatchEvent(new Event('ended'));
  arrive(audio, 10);
  playOn(0, 4);
  expect(told).toEqual(['one half', 'one end']);
  playOn(4, 5);
  expect(told).toEqual(['one half', 'one end', 'two half']);
  await vi.waitFor(() => expect(audio.src).toContain('two'));
});
