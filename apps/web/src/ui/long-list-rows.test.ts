import { expect, it } from 'vitest';
import { placeRows, rowsInSight } from './long-list-rows.ts';

const GAP = 20;
const rowsOf = (count: number, height = 280) => ({
  keys: Array.from({ length: count }, (_, index) => `row ${index}`),
  heights: Array.from({ length: count }, () => height),
});

it('takes the rows on the screen, and as much again above and below', () => {
  expect(rowsInSight(rowsOf(1000), GAP, 30_000, 900)).toEqual({ first: 97, count: 10 });
});

it('begins with the first rows while the list lies below', () => {
  expect(rowsInSight(rowsOf(1000), GAP, -400, 900)).toEqual({ first: 0, count: 5 });
});

it.each([
  ['far above the list', -50_000, 0],
  ['far below it', 900_000, 99],
])('keeps the nearest row when one is %s', (_where, above, first) => {
  expect(rowsInSight(rowsOf(100), GAP, above, 900)).toEqual({ first, count: 1 });
});

it('leaves the room of rows that are not drawn, above, between and below', () => {
  const { rows, below } = placeRows(rowsOf(10, 100), [1, 4, 5], 10);
  expect(rows).toEqual([
    { index: 1, above: 110 },
    { index: 4, above: 230 },
    { index: 5, above: 10 },
  ]);
  expect(below).toBe(440);
});

it('is as high as if all rows were drawn, whichever are', () => {
  const all = rowsOf(6, 100);
  const height = (drawn: number[]) => {
    const { rows, below } = placeRows(all, drawn, 10);
    return rows.reduce((sum, { above }) => sum + above + 100, below);
  };
  expect(height([0, 1, 2, 3, 4, 5])).toBe(650);
  expect(height([2, 3])).toBe(650);
  expect(height([0, 5])).toBe(650);
});
