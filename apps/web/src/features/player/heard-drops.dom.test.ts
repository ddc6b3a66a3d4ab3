import { beforeEach, expect, it } from 'vitest';
import { removeOtherAccounts } from '#lib/account-local-storage.ts';
import { readHeardDrops, storeHeardDrop } from './heard-drops.ts';

beforeEach(() => localStorage.clear());

it('keeps what each listener has heard, once', () => {
  storeHeardDrop('mira', 'a');
  storeHeardDrop('mira', 'b');
  storeHeardDrop('mira', 'a');
  storeHeardDrop('noor', 'c');
  expect([...readHeardDrops('mira')]).toEqual(['b', 'a']);
  expect([...readHeardDrops('noor')]).toEqual(['c']);
  expect([...readHeardDrops('kai')]).toEqual([]);
});

it('keeps the latest two thousand', () => {
  for (let index = 0; index <= 2000; index++) storeHeardDrop('mira', `drop-${index}`);
  const heard = readHeardDrops('mira');
  expect(heard.size).toBe(2000);
  expect(heard.has('drop-0')).toBe(false);
  expect(heard.has('drop-2000')).toBe(true);
});

it.each([
  ['mira', ['a'], []],
  [undefined, [], []],
])('when %s listens, forgets the others', (listener, mira, noor) => {
  storeHeardDrop('mira', 'a');
  storeHeardDrop('noor', 'c');
  removeOtherAccounts(listener);
  expect([...readHeardDrops('mira')]).toEqual(mira);
  expect([...readHeardDrops('noor')]).toEqual(noor);
});
