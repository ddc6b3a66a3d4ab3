import { beforeEach, expect, it } from 'vitest';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import { readFinishedDrops } from './finished-drops.ts';
import { storeFinishedDrop } from './store-finished-drop.ts';

beforeEach(() => localStorage.clear());

it('stores the drops that each listener has finished, each once', () => {
  storeFinishedDrop('mira', 'a');
  storeFinishedDrop('mira', 'b');
  storeFinishedDrop('mira', 'a');
  storeFinishedDrop('noor', 'c');
  expect([...readFinishedDrops('mira')]).toEqual(['b', 'a']);
  expect([...readFinishedDrops('noor')]).toEqual(['c']);
  expect([...readFinishedDrops('kai')]).toEqual([]);
});

it('stores the latest two thousand drops', () => {
  for (let index = 0; index <= 2000; index++) storeFinishedDrop('mira', `drop-${index}`);
  const finished = readFinishedDrops('mira');
  expect(finished.size).toBe(2000);
  expect(finished.has('drop-0')).toBe(false);
  expect(finished.has('drop-2000')).toBe(true);
});

it.each([
  ['mira', ['a'], []],
  [undefined, [], []],
])('removes the drops of other accounts when the listener is %s', (listener, mira, noor) => {
  storeFinishedDrop('mira', 'a');
  storeFinishedDrop('noor', 'c');
  removeOtherAccounts(listener);
  expect([...readFinishedDrops('mira')]).toEqual(mira);
  expect([...readFinishedDrops('noor')]).toEqual(noor);
});
