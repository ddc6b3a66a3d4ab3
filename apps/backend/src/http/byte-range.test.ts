import { expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes= 1 - 2', { start: 1, end: 2 }],
])('parseRange parses %s for a file of 100 bytes', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])(
  'parseRange reports %s as unsatisfiable for a file of 100 bytes',
  (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable');
  },
);

it('parseRange reports every range of an empty file as unsatisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});

it.each([
  undefined,
  '',
  'bytes',
  'bytes=-',
  'bytes=5-1',
  'bytes=0-1,5-6',
  'lines=1-2',
  'bytes=a-b',
])('parseRange ignores %j', (header) => {
  expect(parseRange(header, 100)).toBeNull();
});
