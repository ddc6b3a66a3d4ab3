import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { countPlays } from './count-plays.ts';
import { readFinishedDrops } from './finished-drops.ts';
import { one, playlist, trackOf, two } from './fixtures/track.ts';
import { skippedSilence } from './silence/skipped-silence.ts';

async function setUp(counted: boolean) {
  const { player, audio } = fakePlayer();
  const { requests } = fakeBackend({ 'POST /rest/v1/rpc/add_play': () => json(counted) });
  const onCounted = vi.fn<(id: string) => void>();
  onTestFinished(countPlays(createTestApp().client, player, (id) => () => onCounted(id)));
  await player.prepare(playlist.tracks);
  return { player, audio, requests, onCounted };
}

it('calls add_play when a track becomes audible, and not before', async () => {
  const { player, audio, requests, onCounted } = await setUp(true);
  player.play(one, playlist);
  expect(requests).toHaveLength(0);
  arrive(audio, 40);
  await vi.waitFor(() => expect(onCounted).toHaveBeenCalledExactlyOnceWith('one'));
  expect(await requests[0]?.json()).toEqual({ voice_drop_id: 'one' });
});

it('counts a track only once when it is paused and resumed or buffers', async () => {
  const { player, audio, requests } = await setUp(true);
  player.play(one, playlist);
  arrive(audio, 40);
  player.pause();
  player.resume();
  audio.dispatchEvent(new Event('playing'));
  audio.dispatchEvent(new Event('waiting'));
  audio.dispatchEvent(new Event('playing'));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
});

it('counts a track that was restored at its start, but not one that was restored in the middle', async () => {
  const { player, audio, requests, onCounted } = await setUp(true);
  player.restore(one, playlist, 12);
  player.resume();
  arrive(audio, 40);
  player.stop();
  player.restore(two, playlist, 0);
  player.resume();
  arrive(audio, 40);
  await vi.waitFor(() => expect(onCounted.mock.calls).toEqual([['two']]));
  expect(requests).toHaveLength(1);
});

it('counts neither plays nor milestones of clips in comments and messages', async () => {
  localStorage.clear();
  const { player, audio, requests } = await setUp(true);
  player.changeListener('mira');
  const reply = { ...trackOf('reply', 4), kind: 'reply' as const };
  await player.prepare([reply]);
  player.play(reply, { source: 'replies', tracks: [reply, one] });
  arrive(audio, 4);
  for (const second of [1, 2, 3, 4]) reach(audio, second);
  audio.dispatchEvent(new Event('ended'));
  arrive(audio, 40);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(await requests[0]?.json()).toEqual({ voice_drop_id: 'one' });
  expect([...readFinishedDrops('mira')]).toEqual([]);
});

it('counts each track of a playlist', async () => {
  const { player, audio, onCounted } = await setUp(true);
  player.play(one, playlist);
  arrive(audio, 40);
  audio.dispatchEvent(new Event('ended'));
  arrive(audio, 40);
  await vi.waitFor(() => expect(onCounted.mock.calls).toEqual([['one'], ['two']]));
});

it('does not report a play that the server did not count', async () => {
  const { player, audio, requests, onCounted } = await setUp(false);
  player.play(one, playlist);
  arrive(audio, 40);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(onCounted).not.toHaveBeenCalled();
});

it('counts a track that had ended before counting started', async () => {
  const { requests } = fakeBackend({ 'POST /rest/v1/rpc/add_play': () => json(true) });
  const { player, audio } = fakePlayer();
  await player.prepare([one]);
  player.play(one, { source: 'recent', tracks: [one] });
  arrive(audio, 0.1);
  audio.dispatchEvent(new Event('ended'));
  const onCounted = vi.fn<() => void>();
  onTestFinished(countPlays(createTestApp().client, player, () => onCounted));
  await vi.waitFor(() => expect(onCounted).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
});

it('sends the listening milestones of a member but not of a visitor, and stores finished drops on the device', async () => {
  localStorage.clear();
  const { requests } = fakeBackend({
    'POST /rest/v1/rpc/add_play': () => json(true),
    'POST /rest/v1/rpc/add_listening': () => json(true),
  });
  const { player, audio } = fakePlayer();
  onTestFinished(countPlays(createTestApp().client, player, () => () => {}));
  const track = trackOf('one', 4);
  const listen = async (listener: string | undefined) => {
    player.changeListener(listener);
    await player.prepare([track]);
    player.play(track, { source: 'recent', tracks: [track] });
    arrive(audio, 4);
    for (const second of [1, 2, 3, 4]) reach(audio, second);
    audio.dispatchEvent(new Event('ended'));
  };
  const milestones = async () =>
    Promise.all(
      requests
        .filter(({ url }) => url.endsWith('add_listening'))
        .map((request) => request.clone().json()),
    );
  await listen(undefined);
  await listen('id-of-mira');
  await vi.waitFor(async () =>
    expect(await milestones()).toEqual([
      { voice_drop_id: 'one', part: 'half' },
      { voice_drop_id: 'one', part: 'end' },
    ]),
  );
  expect([...readFinishedDrops('id-of-mira')]).toEqual(['one']);
});

it('sends the milestones of a drop with skipped silence no sooner than the server accepts them', async () => {
  const { requests } = fakeBackend({
    'POST /rest/v1/rpc/add_play': () => json(true),
    'POST /rest/v1/rpc/add_listening': () => json(true),
  });
  const { player, audio } = fakePlayer();
  const onCounted = vi.fn<() => void>();
  onTestFinished(countPlays(createTestApp().client, player, () => onCounted));
  player.changeListener('id-of-mira');
  const track = trackOf('one', 20);
  await player.prepare([track]);
  player.play(track, { source: 'recent', tracks: [track] });
  arrive(audio, 20);
  await vi.waitFor(() => expect(onCounted).toHaveBeenCalledOnce());
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());

  const sent = () => requests.filter(({ url }) => url.endsWith('add_listening')).length;
  skippedSilence(player).seconds += 18;
  player.seekTo(18);
  for (const second of [19, 20]) reach(audio, second);
  expect([...readFinishedDrops('id-of-mira')]).toContain('one');
  await vi.advanceTimersByTimeAsync(3500);
  expect(sent()).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent()).toBe(1);
  await vi.advanceTimersByTimeAsync(3500);
  expect(sent()).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent()).toBe(2);
});
