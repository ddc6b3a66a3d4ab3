import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { followQueue } from '#features/player/queue/follow-queue.ts';
import { readQueue, storeQueue } from '#features/player/queue/stored-queue.ts';
import { dropRow } from '#test/drop-rows.ts';
import { fakePlayer } from '#test/fake-media.ts';
import { DropStore } from './drop-store.ts';
import { dropFromRow, type Drop } from './drop.ts';
import { skipGoneDrops } from './skip-gone-drops.ts';

beforeEach(() => localStorage.clear());

const dropOf = (id: string, author = 'noor') => dropFromRow(dropRow(id, { user_id: author }));

/** A player that plays the first of some drops. */
function play(drops: readonly Drop[], queued: readonly Drop[] = []) {
  const store = new DropStore();
  store.receive([...drops, ...queued], 10);
  const { player, sign } = fakePlayer();
  player.changeListener('mira');
  storeQueue(
    'mira',
    queued.map(({ id }) => id),
  );
  const onGone = vi.fn<(count: number) => void>();
  const find = (id: string) => store.get(id);
  const ends = [
    followQueue(player, { find, read: async () => [], onGone }),
    skipGoneDrops(player, store, onGone),
  ];
  onTestFinished(() => ends.forEach((end) => end()));
  const [first] = drops;
  if (first) player.play(first, { source: 'recent', tracks: drops });
  const playing = () => player.getState().track?.id;
  const listed = () => player.getState().playlist.tracks.map(({ id }) => id);
  return { store, player, sign, onGone, playing, listed };
}

it('a block in the middle of a list removes all drops of the person, and goes on with the next of another', () => {
  const drops = [dropOf('a', 'ben'), dropOf('b', 'ben'), dropOf('c'), dropOf('d', 'ben')];
  const { store, player, playing, listed } = play(drops);
  store.setHidden('ben', true, Infinity);
  expect(playing()).toBe('c');
  expect(player.getState().status).toBe('playing');
  expect(listed()).toEqual(['c']);
});

it('a deletion while the player is paused shows the next drop, paused', () => {
  const { store, player, playing } = play([dropOf('a'), dropOf('b')]);
  player.pause();
  store.remove('a', 20);
  expect(playing()).toBe('b');
  expect(player.getState()).toMatchObject({ status: 'paused', position: 0 });
});

it('the player stops when its only drop is gone', () => {
  const { store, playing } = play([dropOf('a')]);
  store.remove('a', 20);
  expect(playing()).toBeUndefined();
});

it('a drop that is gone leaves the queue, with one line', () => {
  const queued = [dropOf('q'), dropOf('r', 'ben'), dropOf('s', 'ben')];
  const { store, player, onGone } = play([dropOf('a'), dropOf('b')], queued);
  store.setHidden('ben', true, 20);
  expect(readQueue('mira')).toEqual(['q']);
  expect(player.getState().queue.map(({ id }) => id)).toEqual(['q']);
  expect(onGone.mock.calls).toEqual([[2]]);
});

it('a drop that turns out to be gone when its turn comes is skipped, one that was pressed is not', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const drops = [dropOf('a'), dropOf('b'), dropOf('c')];
  const { player, sign, onGone, playing } = play(drops);
  await player.prepare(drops.slice(0, 1));
  sign.mockImplementation(
    async (paths) =>
      new Map(paths.filter((path) => !path.includes('/b.')).map((path) => [path, path])),
  );
  player.skip(1);
  await vi.waitFor(() => expect(playing()).toBe('c'));
  expect(onGone.mock.calls).toEqual([[1]]);
  const [, gone] = drops;
  if (gone) player.play(gone, { source: 'recent', tracks: drops });
  await vi.waitFor(() => expect(player.getState().problem).toBe('gone'));
  expect(playing()).toBe('b');
});
