import { expect, it } from 'vitest';
import { MAX_QUEUED, withMoved, withQueued, withUndone } from './queue-changes.ts';

const letters = (text: string) => text.split('');

it('a drop is queued first or last, and moves there if it is queued already', () => {
  expect(withQueued(['a', 'b'], 'c', 'first')).toEqual(['c', 'a', 'b']);
  expect(withQueued(['a', 'b'], 'a', 'last')).toEqual(['b', 'a']);
});

it('a full queue takes no other drop, but moves one of its own', () => {
  const full = Array.from({ length: MAX_QUEUED }, (_, index) => `${index}`);
  expect(withQueued(full, 'another', 'first')).toBeUndefined();
  expect(withQueued(full, '7', 'first')?.slice(0, 2)).toEqual(['7', '0']);
});

it.each([
  ['b', 1, 'acbd'],
  ['b', -1, 'bacd'],
  ['a', 9, 'bcda'],
  ['d', -9, 'dabc'],
  ['gone', 1, 'abcd'],
])('moving %s by %i gives %s', (id, by, order) => {
  expect(withMoved(letters('abcd'), id, by).join('')).toBe(order);
});

it.each([
  { act: 'queueing', before: 'ab', after: 'abc', now: 'abc', undone: 'ab' },
  { act: 'queueing again', before: 'abc', after: 'bca', now: 'bca', undone: 'abc' },
  {
    act: 'queueing, when one was played since',
    before: 'ab',
    after: 'abc',
    now: 'bc',
    undone: 'b',
  },
  { act: 'removing', before: 'abc', after: 'ac', now: 'ac', undone: 'abc' },
  { act: 'clearing, when one was queued since', before: 'ab', after: '', now: 'c', undone: 'abc' },
])('taking $act back leaves what was done since', ({ before, after, now, undone }) => {
  expect(withUndone(letters(before), letters(after), letters(now)).join('')).toBe(undone);
});
