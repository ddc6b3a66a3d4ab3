import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakeMedia, reach, whileGesture } from '#test/fake-media.ts';
import { AudioUrls } from './audio-urls.ts';
import { Player } from './player.ts';
import type { Track } from './track.ts';

const trackOf = (id: string): Track => ({
  id,
  title: id,
  username: 'mira',
  audioPath: id,
  duration: 40,
  peaks: [],
});
const one = trackOf('one');
const two = trackOf('two');
const playlist = { source: 'recent', tracks: [one, two] };

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

/** A player with its own audio element; signed URLs are numbered. */
function setUp(sign?: ConstructorParameters<typeof AudioUrls>[0]) {
  let serial = 0;
  const signer = vi.fn(
    sign ??
      (async (paths: readonly string[]) => {
        serial++;
        return new Map(paths.map((path) => [path, `http://audio.test/${path}?${serial}`]));
      }),
  );
  const player = new Player(new AudioUrls(signer));
  const audio = new Audio();
  onTestFinished(player.attach(audio));
  return { player, audio, signer };
}

const loaded = (audio: HTMLAudioElement, url: string) =>
  vi.waitFor(() => expect(audio.src).toBe(`http://audio.test/${url}`));

it('plays a track once its URL has arrived, and is waiting until audio plays', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  expect(player.getState()).toMatchObject({ status: 'playing', waiting: true });
  await loaded(audio, 'one?1');
  arrive(audio, 39.5);
  expect(player.getState()).toMatchObject({ status: 'playing', waiting: false, duration: 39.5 });
});

it('plays synchronously when the URL was prepared', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  await player.prepare([one, two]);
  player.play(one, playlist);
  expect(audio.paused).toBe(false);
  expect(audio.src).toBe('http://audio.test/one?1');
});

it('pauses and resumes when play is pressed on the current track', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  player.play(one, playlist);
  expect(audio.paused).toBe(true);
  expect(player.getState().status).toBe('paused');
  player.play(one, playlist);
  expect(audio.paused).toBe(false);
  expect(player.getState()).toMatchObject({ status: 'playing', turn: 1 });
});

it('takes position and waiting state from the audio element', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  reach(audio, 12.5);
  expect(player.getState().position).toBe(12.5);
  audio.dispatchEvent(new Event('waiting'));
  expect(player.getState().waiting).toBe(true);
  audio.dispatchEvent(new Event('playing'));
  expect(player.getState().waiting).toBe(false);
});

it('is paused when the system pauses the audio', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  audio.pause();
  await vi.waitFor(() => expect(player.getState().status).toBe('paused'));
});

it('plays the next track at the end, and stops after the last', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  await loaded(audio, 'two?2');
  expect(audio.paused).toBe(false);
  arrive(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  expect(player.getState().status).toBe('none');
  expect(audio.hasAttribute('src')).toBe(false);
});

it('without autoplay pauses at the end of a track, and replays it from its start', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.setAutoplay(false);
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  reach(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  expect(player.getState()).toMatchObject({ status: 'paused', track: one, position: 0 });
  expect([audio.paused, audio.currentTime, audio.src]).toEqual([
    true,
    0,
    'http://audio.test/one?1',
  ]);
  player.toggle();
  expect(audio.paused).toBe(false);
  player.setAutoplay(true);
  audio.dispatchEvent(new Event('ended'));
  await loaded(audio, 'two?2');
});

it('playFrom starts another track at the given share once its audio has loaded', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.playFrom(0.5, one, playlist);
  expect(player.getState().position).toBe(20);
  player.playFrom(0.75, one, playlist);
  await loaded(audio, 'one?1');
  reach(audio, 0);
  expect(player.getState().position).toBe(30);
  arrive(audio, 40);
  expect(audio.currentTime).toBe(30);
});

it('seeks in the current track, within its bounds', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  player.seekBy(5);
  expect(audio.currentTime).toBe(5);
  player.seekBy(-20);
  expect(audio.currentTime).toBe(0);
});

it('renews an expired URL once, and continues at the same position', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  reach(audio, 17);
  audio.dispatchEvent(new Event('error'));
  await loaded(audio, 'one?2');
  arrive(audio, 40);
  expect(audio.currentTime).toBe(17);
  expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
});

it('stops when the audio fails under the renewed URL too, and retries on resume', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  audio.dispatchEvent(new Event('error'));
  await loaded(audio, 'one?2');
  audio.dispatchEvent(new Event('error'));
  expect(player.getState()).toMatchObject({ status: 'paused', problem: 'unplayable' });
  player.resume();
  await vi.waitFor(() => expect(audio.paused).toBe(false));
  arrive(audio, 40);
  expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
});

it('renews the URL for a second expiry after playback had recovered', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  audio.dispatchEvent(new Event('error'));
  await loaded(audio, 'one?2');
  arrive(audio, 40);
  reach(audio, 5);
  audio.dispatchEvent(new Event('error'));
  await loaded(audio, 'one?3');
  expect(player.getState().problem).toBeUndefined();
});

it('reports `unreachable` when no URL can be requested, and recovers', async () => {
  fakeMedia();
  const { player, audio, signer } = setUp();
  signer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  player.play(one, playlist);
  await vi.waitFor(() => expect(player.getState().problem).toBe('unreachable'));
  player.resume();
  await loaded(audio, 'one?1');
});

it('reports `gone` when the drop may no longer be heard', async () => {
  fakeMedia();
  const { player } = setUp(async () => new Map());
  player.play(one, playlist);
  await vi.waitFor(() => expect(player.getState().problem).toBe('gone'));
});

it('reports `blocked` when the browser requires a user gesture', async () => {
  fakeMedia({ refusal: new DOMException('Press first', 'NotAllowedError') });
  const { player } = setUp();
  player.play(one, playlist);
  await vi.waitFor(() =>
    expect(player.getState()).toMatchObject({ status: 'paused', problem: 'blocked' }),
  );
});

it('plays the later of two tracks whose URLs arrive in reverse order', async () => {
  fakeMedia();
  const answers = new Map<string, () => void>();
  const { player, audio } = setUp(async (paths) => {
    await new Promise<void>((resolve) => answers.set(paths[0] ?? '', resolve));
    return new Map(paths.map((path) => [path, `http://audio.test/${path}`]));
  });
  player.play(one, playlist);
  player.play(two, playlist);
  answers.get('two')?.();
  await loaded(audio, 'two');
  answers.get('one')?.();
  await player.prepare([one]);
  expect(audio.src).toBe('http://audio.test/two');
});

it('does not play the previous track while the next one is loading', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  player.play(two, playlist);
  player.pause();
  player.resume();
  expect(audio.hasAttribute('src')).toBe(false);
  await loaded(audio, 'two?2');
  expect(audio.paused).toBe(false);
});

it('plays after one press although the URL has to be requested first, where only a gesture lets an element play', async () => {
  fakeMedia({ needsGesture: true });
  const { player, audio } = setUp();
  whileGesture(() => player.play(one, playlist));
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  expect(audio.paused).toBe(false);
  expect(player.getState()).toMatchObject({ status: 'playing', waiting: false });
});

it('plays on under a renewed URL after one press, where only a gesture lets an element play', async () => {
  fakeMedia({ needsGesture: true });
  const { player, audio } = setUp();
  await player.prepare([one]);
  whileGesture(() => player.play(one, playlist));
  audio.dispatchEvent(new Event('error'));
  await loaded(audio, 'one?2');
  arrive(audio, 40);
  expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
});

it('stays paused when pause is pressed while the URL is requested', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.play(one, playlist);
  player.pause();
  await loaded(audio, 'one?1');
  expect(audio.paused).toBe(true);
  expect(player.getState().status).toBe('paused');
});

it('plays all tracks at the chosen speed, with the pitch of the recording', () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.setSpeed(1.5);
  expect(player.getState().speed).toBe(1.5);
  expect([audio.playbackRate, audio.defaultPlaybackRate, audio.preservesPitch]).toEqual([
    1.5,
    1.5,
    true,
  ]);
  player.play(one, playlist);
  player.stop();
  expect(player.getState().speed).toBe(1.5);
});

it('a track that is pressed goes on where it was left; next and previous begin at the start', () => {
  fakeMedia();
  const { player } = setUp();
  player.setResumePoints((id) => (id === 'one' ? 16 : 20));
  player.play(one, playlist);
  expect(player.getState().position).toBe(16);
  player.skip(1);
  expect(player.getState()).toMatchObject({ track: two, position: 0 });
  player.skip(-1);
  expect(player.getState()).toMatchObject({ track: one, position: 0 });
});

it('comes back paused, loads nothing, and plays from its place when play is pressed', async () => {
  fakeMedia();
  const { player, audio, signer } = setUp();
  player.restore(two, playlist, 12);
  expect(player.getState()).toMatchObject({
    status: 'paused',
    track: two,
    index: 1,
    position: 12,
    waiting: false,
  });
  expect(signer).not.toHaveBeenCalled();
  player.seekBy(5);
  player.toggle();
  await loaded(audio, 'two?1');
  arrive(audio, 40);
  expect(audio.currentTime).toBe(17);
  expect(player.getState().status).toBe('playing');
});

it('another track than the one that came back begins at its start', async () => {
  fakeMedia();
  const { player, audio } = setUp();
  player.restore(two, playlist, 12);
  player.seekTo(30);
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  arrive(audio, 40);
  expect(audio.currentTime).toBe(0);
});

it('a listener that throws is logged, and keeps neither the others nor playback from going on', () => {
  fakeMedia();
  const { player } = setUp();
  const failure = new Error('It cannot be shown.');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const heard = vi.fn();
  player.subscribe(() => {
    throw failure;
  });
  player.subscribe(heard);
  player.play(one, playlist);
  expect(heard).toHaveBeenCalledOnce();
  expect(player.getState().status).toBe('playing');
  expect(logged).toHaveBeenCalledWith('A listener of the player failed.', failure);
});

it('applies volume and mute', () => {
  fakeMedia();
  const { player, audio } = setUp();
  expect(audio.volume).toBe(0.75);
  player.setVolume(40);
  player.toggleMute();
  expect(audio.volume).toBe(0.4);
  expect(audio.muted).toBe(true);
});

it('clears track and URLs when the listener changes', async () => {
  fakeMedia();
  const { player, audio, signer } = setUp();
  player.changeListener('mira');
  player.play(one, playlist);
  await loaded(audio, 'one?1');
  player.changeListener('noor');
  expect(player.getState().track).toBeUndefined();
  player.play(one, playlist);
  await loaded(audio, 'one?2');
  expect(signer).toHaveBeenCalledTimes(2);
});
