import { expect, it } from 'vitest';
import { Recent } from './recent.ts';

it('makes a value once, and again when it was the longest unused of too many', () => {
  const made: string[] = [];
  const recent = new Recent<string>(2);
  const ask = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect([ask('a'), ask('b'), ask('a'), ask('c'), ask('a'), ask('b')]).toEqual([
    'A',
    'B',
    'A',
    'C',
    'A',
    'B',
  ]);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('does not keep what has a very long key', () => {
  const recent = new Recent<object>(2);
  const key = 'x'.repeat(10_000);
  expect(recent.get(key, () => ({}))).not.toBe(recent.get(key, () => ({})));
});
