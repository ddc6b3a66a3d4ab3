import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { trackOf } from './fixtures/track.ts';
import { skippedSilence } from './silence/skipped-silence.ts';
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
  /** Skips silence from one second to another, as the player does by itself. */
  const skip = (from: number, to: number) => {
    audio.currentTime = from;
    skippedSilence(player).seconds += to - from;
    player.seekTo(to);
  };
  return { player, audio, reported, play, playOn, skip };
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

it('takes silence that the player skips off the length, so that it is neither counted nor missed', async () => {
  const { reported, play, playOn, skip } = await setUp();
  play();
  playOn(0, 1);
  // Two of six seconds with sound, of which one has played since the last report of the position.
  skip(2, 6);
  expect(reported).toEqual([]);
  playOn(6, 7);
  expect(reported).toEqual(['one half']);
  playOn(7, 9);
  expect(reported).toEqual(['one half']);
  playOn(9, 10);
  expect(reported).toEqual(['one half', 'one end']);
});

it('takes silence that is skipped again off the length only once', async () => {
  const { player, reported, play, playOn, skip } = await setUp();
  play();
  playOn(0, 1);
  for (let time = 0; time < 3; time++) {
    skip(1, 4);
    player.seekTo(1);
  }
  skip(1, 4);
  // Three of seven seconds with sound.
  playOn(4, 6);
  expect(reported).toEqual([]);
  playOn(6, 7);
  expect(reported).toEqual(['one half']);
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
