import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { countPlays } from './count-plays.ts';
import { readHeardDrops } from './heard-drops.ts';

const trackOf = (id: string) => ({
  id,
  title: id,
  username: 'mira',
  audioPath: id,
  duration: 40,
  peaks: [],
});
const playlist = { source: 'recent', tracks: [trackOf('one'), trackOf('two')] };

afterEach(() => vi.unstubAllGlobals());

async function setUp(counted: boolean) {
  const { player, audio } = fakePlayer();
  const { requests } = fakeBackend({ 'POST /rest/v1/rpc/add_play': () => json(counted) });
  const onCounted = vi.fn<(id: string) => void>();
  onTestFinished(countPlays(createTestApp().client, player, (id) => () => onCounted(id)));
  await player.prepare(playlist.tracks);
  return { player, audio, requests, onCounted };
}

it('calls add_play when a track is first heard, and not before', async () => {
  const { player, audio, requests, onCounted } = await setUp(true);
  player.play(trackOf('one'), playlist);
  expect(requests).toHaveLength(0);
  arrive(audio, 40);
  await vi.waitFor(() => expect(onCounted).toHaveBeenCalledExactlyOnceWith('one'));
  expect(await requests[0]?.json()).toEqual({ voice_drop_id: 'one' });
});

it('counts a track once that is paused, resumed and buffering', async () => {
  const { player, audio, requests } = await setUp(true);
  player.play(trackOf('one'), playlist);
  arrive(audio, 40);
  player.pause();
  player.resume();
  audio.dispatchEvent(new Event('playing'));
  audio.dispatchEvent(new Event('waiting'));
  audio.dispatchEvent(new Event('playing'));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
});

it('counts a track that was brought back before any of it was heard, and none that was left in its middle', async () => {
  const { player, audio, requests, onCounted } = await setUp(true);
  player.restore(trackOf('one'), playlist, 12);
  player.resume();
  arrive(audio, 40);
  player.stop();
  player.restore(trackOf('two'), playlist, 0);
  player.resume();
  arrive(audio, 40);
  await vi.waitFor(() => expect(onCounted.mock.calls).toEqual([['two']]));
  expect(requests).toHaveLength(1);
});

it('counts each track of a playlist', async () => {
  const { player, audio, onCounted } = await setUp(true);
  player.play(trackOf('one'), playlist);
  arrive(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  arrive(audio, 40);
  await vi.waitFor(() => expect(onCounted.mock.calls).toEqual([['one'], ['two']]));
});

it('does not report a play that the server did not count', async () => {
  const { player, audio, requests, onCounted } = await setUp(false);
  player.play(trackOf('one'), playlist);
  arrive(audio, 40);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(onCounted).not.toHaveBeenCalled();
});

it('counts what was heard to its end before counting began', async () => {
  const { requests } = fakeBackend({ 'POST /rest/v1/rpc/add_play': () => json(true) });
  const { player, audio } = fakePlayer();
  await player.prepare([trackOf('one')]);
  player.play(trackOf('one'), { source: 'recent', tracks: [trackOf('one')] });
  arrive(audio, 0.1);
  audio.dispatchEvent(new Event('ended'));
  expect(player.getState().track).toBeUndefined();
  const onCounted = vi.fn<() => void>();
  onTestFinished(countPlays(createTestApp().client, player, () => onCounted));
  await vi.waitFor(() => expect(onCounted).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
});

it('tells how far a member has heard a track, and keeps what they have heard on the device', async () => {
  localStorage.clear();
  const { requests } = fakeBackend({
    'POST /rest/v1/rpc/add_play': () => json(true),
    'POST /rest/v1/rpc/add_listening': () => json(true),
  });
  const { player, audio } = fakePlayer();
  onTestFinished(countPlays(createTestApp().client, player, () => () => {}));
  const track = { ...trackOf('one'), duration: 4 };
  const listen = async (listener: string | undefined) => {
    player.changeListener(listener);
    await player.prepare([track]);
    player.play(track, { source: 'recent', tracks: [track] });
    arrive(audio, 4);
    for (const second of [1, 2, 3, 4]) reach(audio, second);
    audio.dispatchEvent(new Event('ended'));
  };
  const told = async () =>
    Promise.all(
      requests
        .filter(({ url }) => url.endsWith('add_listening'))
        .map((request) => request.clone().json()),
    );
  await listen(undefined);
  await listen('id-of-mira');
  await vi.waitFor(async () =>
    expect(await told()).toEqual([
      { voice_drop_id: 'one', part: 'half' },
      { voice_drop_id: 'one', part: 'end' },
    ]),
  );
  expect([...readHeardDrops('id-of-mira')]).toEqual(['one']);
});
