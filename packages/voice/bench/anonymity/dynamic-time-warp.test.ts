import { expect, it } from 'vitest';
import { makeNoise } from '../../src/testing/noise.ts';
import { positionsAlong, warpTime } from './dynamic-time-warp.ts';

const WIDTH = 4;

/** The rows of a random walk, and of the same walk at other moments. */
const walk = (() => {
  const steps = makeNoise(1, 400 * WIDTH, 1);
  const rows = new Float32Array(steps.length);
  for (let i = WIDTH; i < rows.length; i++) rows[i] = rows[i - WIDTH]! + steps[i]!;
  return rows;
})();

const readAt = (moments: readonly number[]) => ({
  rows: Float32Array.from(
    moments.flatMap((row) => [...walk.subarray(row * WIDTH, (row + 1) * WIDTH)]),
  ),
  count: moments.length,
});

const range = (count: number, moment: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => moment(i));

it('a sequence is aligned with itself row by row', () => {
  const sequence = readAt(range(100, (i) => i));
  expect([...positionsAlong(warpTime(sequence, sequence, WIDTH))]).toEqual(range(100, (i) => i));
});

it('a sequence is aligned with a copy that is slow at first and fast later', () => {
  const straight = readAt(range(200, (i) => i));
  // Repeats a row ten times, and omits every second one of twenty others.
  const moments = [
    ...range(10, () => 0),
    ...range(100, (i) => i),
    ...range(10, (i) => 100 + 2 * i),
    ...range(80, (i) => 120 + i),
  ];
  const positions = positionsAlong(warpTime(straight, readAt(moments), WIDTH));
  for (const row of [30, 60, 90]) expect(positions[row]).toBe(row + 10);
  for (const row of [130, 160, 190]) expect(positions[row]).toBe(row);
});

it('the comparison skips the given columns', () => {
  const first = readAt(range(60, (i) => i));
  const second = {
    rows: first.rows.map((value, i) => (i % WIDTH === 0 ? 100 * i : value)),
    count: 60,
  };
  expect([...positionsAlong(warpTime(first, second, WIDTH, 1))]).toEqual(range(60, (i) => i));
});
