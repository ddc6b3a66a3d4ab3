import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { trackOf } from './fixtures/track.ts';
import { watchListeningMilestones } from './listening-milestones.ts';

const tracks = { one: trackOf('one', 10), two: trackOf('two', 10) };
const playlist = { source: 'recent', tracks: Object.values(tracks) };

async function setUp() {
  const { player, audio } = fakePlayer();
  await player.prepare(playlist.tracks);
  const reported: string[] = [];
  onTestFinished(watchListeningMilestones(player, (id, part) => reported.push(`${id} ${part}`)));
  const play = () => {
    player.play(tracks.one, playlist);
    arrive(audio, 10);
  };
  /** Continues playback from one second to another. */
  const playOn = (from: number, to: number) => {
    for (let second = from + 1; second <= to; second++) reach(audio, second);
  };
  return { player, audio, reported, play, playOn };
}

it('reports half of a track and its end once each', async () => {
  const { reported, play, playOn } = await setUp();
  play();
  playOn(0, 4);
  expect(reported).toEqual([]);
  playOn(4, 8);
  expect(reported).toEqual(['one half']);
  playOn(8, 10);
  expect(reported).toEqual(['one half', 'one end']);
});

it('does not count skipped seconds', async () => {
  const { player, reported, play, playOn } = await setUp();
  play();
  playOn(0, 2);
  player.seekTo(8);
  playOn(8, 10);
  expect(reported).toEqual([]);
});

it('adds the seconds before and after a pause', async () => {
  const { player, reported, play, playOn } = await setUp();
  play();
  playOn(0, 3);
  player.pause();
  player.resume();
  playOn(3, 6);
  expect(reported).toEqual(['one half']);
});

it('starts again with each track', async () => {
  const { audio, reported, play, playOn } = await setUp();
  play();
  playOn(0, 10);
  audio.dispatchEvent(new Event('ended'));
  arrive(audio, 10);
  playOn(0, 4);
  expect(reported).toEqual(['one half', 'one end']);
  playOn(4, 5);
  expect(reported).toEqual(['one half', 'one end', 'two half']);
  await vi.waitFor(() => expect(audio.src).toContain('two'));
});
