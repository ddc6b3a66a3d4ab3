import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { arrive, fakeMedia, reach, whileGesture } from '#test/fake-media.ts';
import { AudioUrls } from './audio-urls.ts';
import { one, playlist, trackOf, two } from './fixtures/track.ts';
import { Player } from './player.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

/** A player with its own audio element. The signed URLs are numbered. */
function setUp(media: Parameters<typeof fakeMedia>[0] = {}) {
  fakeMedia(media);
  let serial = 0;
  const signer = vi.fn<ConstructorParameters<typeof AudioUrls>[0]>(async (paths) => {
    serial++;
    return new Map(paths.map((path) => [path, `http://audio.test/${path}?${serial}`]));
  });
  const player = new Player(new AudioUrls(signer));
  const audio = new Audio();
  onTestFinished(player.attach(audio));
  const fail = () => audio.dispatchEvent(new Event('error'));
  const end = () => audio.dispatchEvent(new Event('ended'));
  const opened = (url: string) =>
    vi.waitFor(() => expect(audio.src).toBe(`http://audio.test/${url}`));
  return { player, audio, signer, fail, end, opened };
}

/** A player that is playing the first track. */
async function startPlaying() {
  const page = setUp();
  page.player.play(one, playlist);
  await page.opened('one?1');
  arrive(page.audio, 40);
  return page;
}

describe('a player', () => {
  it('plays a track once its URL has arrived, and is waiting until audio plays', async () => {
    const { player, audio, opened } = setUp();
    player.play(one, playlist);
    expect(player.getState()).toMatchObject({ status: 'playing', waiting: true });
    await opened('one?1');
    arrive(audio, 39.5);
    expect(player.getState()).toMatchObject({ status: 'playing', waiting: false, duration: 39.5 });
  });

  it('plays synchronously when the URL was prepared', async () => {
    const { player, audio } = setUp();
    await player.prepare([one, two]);
    player.play(one, playlist);
    expect(audio.paused).toBe(false);
    expect(audio.src).toBe('http://audio.test/one?1');
  });

  it('plays a sensitive track only after another press, also where a list goes on', async () => {
    const { player, audio, end } = await startPlaying();
    const sensitive = { ...two, isSensitive: true };
    const list = { ...playlist, tracks: [one, sensitive] };
    await player.prepare([sensitive]);
    player.updatePlaylist(list);
    end();
    const isAsking = { status: 'paused', track: { id: 'two' }, problem: 'sensitive' };
    expect(player.getState()).toMatchObject(isAsking);
    expect(audio.paused).toBe(true);
    player.play(one, list);
    player.play(sensitive, list);
    expect(player.getState()).toMatchObject(isAsking);
    player.play(sensitive, list);
    expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
    expect(audio.paused).toBe(false);
  });

  it('pauses and resumes when play is pressed on the current track', async () => {
    const { player, audio } = await startPlaying();
    player.play(one, playlist);
    expect(audio.paused).toBe(true);
    expect(player.getState().status).toBe('paused');
    player.play(one, playlist);
    expect(audio.paused).toBe(false);
    expect(player.getState()).toMatchObject({ status: 'playing', turn: 1 });
  });

  it('takes position and waiting state from the audio element', async () => {
    const { player, audio } = await startPlaying();
    reach(audio, 12.5);
    expect(player.getState().position).toBe(12.5);
    audio.dispatchEvent(new Event('waiting'));
    expect(player.getState().waiting).toBe(true);
    audio.dispatchEvent(new Event('playing'));
    expect(player.getState().waiting).toBe(false);
  });

  it('is paused when the system pauses the audio', async () => {
    const { player, audio } = await startPlaying();
    audio.pause();
    await vi.waitFor(() => expect(player.getState().status).toBe('paused'));
  });

  it('plays the next track at the end, and stays at the end of the last', async () => {
    const { player, audio, end, opened } = await startPlaying();
    end();
    await opened('two?2');
    expect(audio.paused).toBe(false);
    arrive(audio, 40);
    end();
    expect(player.getState()).toMatchObject({ status: 'paused', track: two, position: 40 });
    expect(audio.src).toBe('http://audio.test/two?2');
  });

  it('stays at the end of each track without autoplay', async () => {
    const { player, end } = await startPlaying();
    player.setAutoplay(false);
    end();
    expect(player.getState()).toMatchObject({ status: 'paused', track: one, position: 40 });
  });

  it('goes on without autoplay when a person has asked for the whole list, or has queued a track', async () => {
    const { player, end, opened } = setUp();
    player.setAutoplay(false);
    player.play(one, { ...playlist, all: true });
    player.updatePlaylist({ ...playlist, tracks: [one, two, trackOf('three')] });
    end();
    await opened('two?2');
    player.play(one, playlist);
    player.setQueue([trackOf('queued')]);
    end();
    expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'queued' } });
    end();
    expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'queued' } });
  });

  it('plays queued tracks first, also those of its playlist, which then goes on where it was left', async () => {
    const { player, end } = await startPlaying();
    const [three, other] = [trackOf('three'), trackOf('other')];
    player.updatePlaylist({ source: 'recent', tracks: [one, two, three] });
    player.setQueue([three, other]);
    const playing = () => player.getState().track?.id;
    end();
    expect(playing()).toBe('three');
    expect(player.getState().queue).toEqual([other]);
    player.skip(1);
    expect(playing()).toBe('other');
    // The list grows meanwhile.
    player.updatePlaylist({ source: 'recent', tracks: [trackOf('new'), one, two, three] });
    player.skip(1);
    expect(playing()).toBe('two');
    player.skip(-1);
    expect(playing()).toBe('one');
  });

  it('goes back from a queued track to the one at which its playlist was left', async () => {
    const { player } = await startPlaying();
    player.skip(1);
    player.setQueue([trackOf('queued')]);
    player.skip(1);
    player.skip(-1);
    expect(player.getState()).toMatchObject({ track: two, index: 1 });
  });

  it('keeps its queue when it is closed, and takes a track out that is played from a list', async () => {
    const { player } = await startPlaying();
    player.setQueue([two, trackOf('queued')]);
    player.stop();
    player.play(two, playlist);
    expect(player.getState().queue.map(({ id }) => id)).toEqual(['queued']);
  });

  it('replays a track that has ended from its start, as another turn', async () => {
    const { player, audio, end } = await startPlaying();
    player.setAutoplay(false);
    reach(audio, 40);
    audio.pause();
    end();
    player.toggle();
    expect(audio).toMatchObject({ paused: false, currentTime: 0 });
    expect(player.getState()).toMatchObject({ status: 'playing', position: 0, turn: 2 });
  });

  it('restores a track that had ended at its end, and replays it', async () => {
    const { player, audio, opened } = setUp();
    player.restore(two, playlist, 40);
    player.toggle();
    await opened('two?1');
    arrive(audio, 40);
    expect(audio.currentTime).toBe(0);
    expect(player.getState()).toMatchObject({ status: 'playing', turn: 1 });
  });

  it('skips to no track beyond the ends of its playlist', async () => {
    const { player } = await startPlaying();
    player.skip(-1);
    expect(player.getState()).toMatchObject({ track: one, turn: 1 });
  });

  it('plays a track from a given share of its duration once its audio has loaded', async () => {
    const { player, audio, opened } = setUp();
    player.playFrom(0.5, one, playlist);
    expect(player.getState().position).toBe(20);
    player.playFrom(0.75, one, playlist);
    await opened('one?1');
    reach(audio, 0);
    expect(player.getState().position).toBe(30);
    arrive(audio, 40);
    expect(audio.currentTime).toBe(30);
  });

  it('seeks in the current track, within its bounds', async () => {
    const { player, audio } = await startPlaying();
    player.seekBy(5);
    expect(audio.currentTime).toBe(5);
    player.seekBy(-20);
    expect(audio.currentTime).toBe(0);
  });

  it('seeks to shortly before the end at most, where each browser can read each file', async () => {
    const { player, audio, opened } = await startPlaying();
    player.seekBy(60);
    expect(audio.currentTime).toBe(39.95);
    player.playFrom(1, two, playlist);
    await opened('two?2');
    arrive(audio, 40);
    expect(audio.currentTime).toBe(39.95);
  });

  it('plays the later of two tracks whose URLs arrive in reverse order', async () => {
    const { player, audio, signer, opened } = setUp();
    const answers = new Map<string, () => void>();
    signer.mockImplementation(async (paths) => {
      await new Promise<void>((resolve) => answers.set(paths[0] ?? '', resolve));
      return new Map(paths.map((path) => [path, `http://audio.test/${path}`]));
    });
    player.play(one, playlist);
    player.play(two, playlist);
    answers.get('two')?.();
    await opened('two');
    answers.get('one')?.();
    await player.prepare([one]);
    expect(audio.src).toBe('http://audio.test/two');
  });

  it('does not play the previous track while the next one is loading', async () => {
    const { player, audio, opened } = await startPlaying();
    player.play(two, playlist);
    player.pause();
    player.resume();
    expect(audio.hasAttribute('src')).toBe(false);
    await opened('two?2');
    expect(audio.paused).toBe(false);
  });

  it('stays paused when pause is pressed while the URL is requested', async () => {
    const { player, audio, opened } = setUp();
    player.play(one, playlist);
    player.pause();
    await opened('one?1');
    expect(audio.paused).toBe(true);
    expect(player.getState().status).toBe('paused');
  });

  it('plays all tracks at the chosen speed, with the pitch of the recording', () => {
    const { player, audio } = setUp();
    player.setSpeed(1.5);
    expect(player.getState().speed).toBe(1.5);
    expect(audio).toMatchObject({
      playbackRate: 1.5,
      defaultPlaybackRate: 1.5,
      preservesPitch: true,
    });
  });

  it('applies volume and mute', () => {
    const { player, audio } = setUp();
    expect(audio.volume).toBe(0.75);
    player.setVolume(40);
    player.toggleMute();
    expect(audio.volume).toBe(0.4);
    expect(audio.muted).toBe(true);
  });

  it('plays a pressed track from its stored position, and the next or previous one from the start', () => {
    const { player } = setUp();
    player.setResumePosition((id) => (id === 'one' ? 16 : 20));
    player.play(one, playlist);
    expect(player.getState().position).toBe(16);
    player.skip(1);
    expect(player.getState()).toMatchObject({ track: two, position: 0 });
    player.skip(-1);
    expect(player.getState()).toMatchObject({ track: one, position: 0 });
  });

  it('restores a track paused and without loading it, and plays it from its position', async () => {
    const { player, audio, signer, opened } = setUp();
    player.restore(two, playlist, 12);
    expect(player.getState()).toMatchObject({ status: 'paused', track: two, position: 12 });
    expect(signer).not.toHaveBeenCalled();
    player.seekBy(5);
    player.toggle();
    await opened('two?1');
    arrive(audio, 40);
    expect(audio.currentTime).toBe(17);
    expect(player.getState().status).toBe('playing');
  });

  it('plays another track than the restored one from its start', async () => {
    const { player, audio, opened } = setUp();
    player.restore(two, playlist, 12);
    player.seekTo(30);
    player.play(one, playlist);
    await opened('one?1');
    arrive(audio, 40);
    expect(audio.currentTime).toBe(0);
  });

  it('logs a subscriber that throws, and still notifies the others and plays', () => {
    const { player } = setUp();
    const failure = new Error('It cannot be shown.');
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const subscriber = vi.fn();
    player.subscribe(() => {
      throw failure;
    });
    player.subscribe(subscriber);
    player.play(one, playlist);
    expect(subscriber).toHaveBeenCalledOnce();
    expect(player.getState().status).toBe('playing');
    expect(logged).toHaveBeenCalledWith('A subscriber of the player failed.', failure);
  });

  it('clears track and URLs when the listener changes', async () => {
    const { player, signer, opened } = await startPlaying();
    player.changeListener('noor');
    expect(player.getState().track).toBeUndefined();
    player.play(one, playlist);
    await opened('one?2');
    expect(signer).toHaveBeenCalledTimes(2);
  });
});

describe('a player whose audio fails', () => {
  it('renews the URL once, and continues at the same position', async () => {
    const { player, audio, fail, opened } = await startPlaying();
    reach(audio, 17);
    fail();
    await opened('one?2');
    arrive(audio, 40);
    expect(audio.currentTime).toBe(17);
    expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
  });

  it('stops when the renewed URL fails too, and retries on resume', async () => {
    const { player, audio, fail, opened } = await startPlaying();
    fail();
    await opened('one?2');
    fail();
    expect(player.getState()).toMatchObject({ status: 'paused', problem: 'unplayable' });
    player.resume();
    await vi.waitFor(() => expect(audio.paused).toBe(false));
    arrive(audio, 40);
    expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
  });

  it('renews the URL a second time after playback had recovered', async () => {
    const { player, audio, fail, opened } = await startPlaying();
    fail();
    await opened('one?2');
    arrive(audio, 40);
    reach(audio, 5);
    fail();
    await opened('one?3');
    expect(player.getState().problem).toBeUndefined();
  });

  it('reports `unreachable` when no URL can be requested, and recovers', async () => {
    const { player, signer, opened } = setUp();
    signer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    player.play(one, playlist);
    await vi.waitFor(() => expect(player.getState().problem).toBe('unreachable'));
    player.resume();
    await opened('one?1');
  });

  it('reports `gone` when the listener may no longer play the drop', async () => {
    const { player, signer } = setUp();
    signer.mockResolvedValue(new Map());
    player.play(one, playlist);
    await vi.waitFor(() => expect(player.getState().problem).toBe('gone'));
  });

  it('reports `blocked` when the browser requires a user gesture', async () => {
    const { player } = setUp({ refusal: new DOMException('Press first', 'NotAllowedError') });
    player.play(one, playlist);
    await vi.waitFor(() =>
      expect(player.getState()).toMatchObject({ status: 'paused', problem: 'blocked' }),
    );
  });
});

describe('a player in a browser that plays only after a gesture', () => {
  it('plays after one press although the URL has to be requested first', async () => {
    const { player, audio, opened } = setUp({ needsGesture: true });
    whileGesture(() => player.play(one, playlist));
    await opened('one?1');
    arrive(audio, 40);
    expect(audio.paused).toBe(false);
    expect(player.getState()).toMatchObject({ status: 'playing', waiting: false });
  });

  it('continues with a renewed URL after one press', async () => {
    const { player, audio, fail, opened } = setUp({ needsGesture: true });
    await player.prepare([one]);
    whileGesture(() => player.play(one, playlist));
    fail();
    await opened('one?2');
    arrive(audio, 40);
    expect(player.getState()).toMatchObject({ status: 'playing', problem: undefined });
  });
});
