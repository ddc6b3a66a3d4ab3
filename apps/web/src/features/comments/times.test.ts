import { expect, it } from 'vitest';
import { splitTimes } from './times.ts';

it.each([
  ['so true at 0:12', [12]],
  ['0:12, 0:59 (00:07) – 0:03.', [12, 59, 7, 3]],
  ['the bridge at 1:02!', []],
  ['1:00 is the end', []],
  ['0:60 and 12:5', []],
  ['10:30:15, 0:12:04, 0:125', []],
  ['3.0:12 and 0:12.5', []],
  ['https://x.example/0:12 x.example/?t=0:13, at 0:14', [14]],
  ['x0:12 and 0:12s', []],
])('in a clip of a minute, %j has the times %j', (content, seconds) => {
  const parts = splitTimes(content, 60);
  expect(parts.flatMap((part) => part.seconds ?? [])).toEqual(seconds);
  expect(parts.map(({ text }) => text).join('')).toBe(content);
});

it('a longer clip has later times', () => {
  expect(splitTimes('4:59', 300).map(({ seconds }) => seconds)).toEqual([299]);
});
