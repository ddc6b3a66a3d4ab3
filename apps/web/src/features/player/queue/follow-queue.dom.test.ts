import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Track } from '#features/player/track.ts';
import { one, playlist, trackOf } from '#features/player/fixtures/track.ts';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import { fakePlayer } from '#test/fake-media.ts';
import { followQueue } from './follow-queue.ts';
import { readQueue, storeQueue } from './stored-queue.ts';

beforeEach(() => localStorage.clear());

/** Follows the queue of noor, who may play the drops a, b and c. The page has only a. */
function follow() {
  const { player } = fakePlayer();
  player.changeListener('noor');
  const read = vi.fn(async (ids: readonly string[]): Promise<Track[]> =>
    ids.filter((id) => 'abc'.includes(id)).map((id) => trackOf(id)),
  );
  const onGone = vi.fn<(count: number) => void>();
  const find = (id: string) => (id === 'a' ? trackOf('a') : undefined);
  const end = followQueue(player, { find, read, onGone });
  onTestFinished(end);
  const queue = () => player.getState().queue.map(({ id }) => id);
  return { player, read, onGone, queue, end };
}

it('reads the drops that the page lacks in one request, and leaves out those that are gone', async () => {
  storeQueue('noor', ['c', 'gone', 'a', 'private', 'b']);
  const { read, onGone, queue } = follow();
  expect(queue()).toEqual(['a']);
  storeQueue('noor', ['c', 'gone', 'private', 'b', 'a']);
  await vi.waitFor(() => expect(queue()).toEqual(['c', 'b', 'a']));
  expect(read.mock.calls).toEqual([[['c', 'gone', 'private', 'b']]]);
  expect(onGone.mock.calls).toEqual([[2]]);
  expect(readQueue('noor')).toEqual(['c', 'b', 'a']);
});

it('keeps the queue when its drops cannot be read, and reads them when the network is back', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { read, onGone, queue } = follow();
  read.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  storeQueue('noor', ['b', 'gone']);
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(readQueue('noor')).toEqual(['b', 'gone']);
  expect(onGone).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(queue()).toEqual(['b']));
  expect(readQueue('noor')).toEqual(['b']);
});

it('takes what another tab has queued, and keeps its tracks as they are when another item changes', () => {
  const { player, queue } = follow();
  localStorage.setItem('undertone:queue/noor', 'a');
  dispatchEvent(new StorageEvent('storage', { key: 'undertone:queue/noor' }));
  expect(queue()).toEqual(['a']);
  const { queue: before } = player.getState();
  dispatchEvent(new StorageEvent('storage', { key: 'undertone:places/noor' }));
  expect(player.getState().queue).toBe(before);
});

it('a drop that is played leaves the queue on the device', async () => {
  storeQueue('noor', ['a', 'b']);
  const { player, onGone, queue } = follow();
  await vi.waitFor(() => expect(queue()).toEqual(['a', 'b']));
  expect(onGone).not.toHaveBeenCalled();
  player.play(one, playlist);
  expect(readQueue('noor')).toEqual(['a', 'b']);
  player.skip(1);
  expect(player.getState().track?.id).toBe('a');
  expect(readQueue('noor')).toEqual(['b']);
});

it('the queue is removed from the player and the device when its account is signed out', () => {
  storeQueue('noor', ['a']);
  const { queue, end } = follow();
  end();
  expect(queue()).toEqual([]);
  removeOtherAccounts('noor');
  expect(readQueue('noor')).toEqual(['a']);
  removeOtherAccounts(undefined);
  expect(readQueue('noor')).toEqual([]);
});
