import { expect, it } from 'vitest';
import { placeRows, Rows, rowsInSight } from './long-list-rows.ts';

const rowsOf = (count: number, { height = 280, gap = 20 } = {}) =>
  new Rows({
    keys: Array.from({ length: count }, (_, index) => `row ${index}`),
    heightOf: () => height,
    estimate: 1,
    gap,
  });

it('the rows in sight are those in the window and within its height above and below', () => {
  expect(rowsInSight(rowsOf(1000), 30_000, 900)).toEqual({ first: 97, count: 10 });
});

it('the first rows are in sight while the list is below the window', () => {
  expect(rowsInSight(rowsOf(1000), -400, 900)).toEqual({ first: 0, count: 5 });
});

it.each([
  ['far above the list', -50_000, 0],
  ['far below the list', 900_000, 99],
])('the nearest row is in sight when the window is %s', (_where, above, first) => {
  expect(rowsInSight(rowsOf(100), above, 900)).toEqual({ first, count: 1 });
});

it('an empty list has no rows in sight', () => {
  expect(rowsInSight(rowsOf(0), 0, 900)).toEqual({ first: 0, count: 0 });
  expect(placeRows(rowsOf(0), [])).toEqual({ rows: [], below: 0 });
});

it('rows that are not rendered leave their space above, between and below', () => {
  const { rows, below } = placeRows(rowsOf(10, { height: 100, gap: 10 }), [1, 4, 5]);
  expect(rows).toEqual([
    { index: 1, above: 110 },
    { index: 4, above: 230 },
    { index: 5, above: 10 },
  ]);
  expect(below).toBe(440);
});

it('the list has the height of all its rows, whichever are rendered', () => {
  const all = rowsOf(6, { height: 100, gap: 10 });
  const height = (drawn: number[]) => {
    const { rows, below } = placeRows(all, drawn);
    return rows.reduce((sum, { above }) => sum + above + 100, below);
  };
  expect(height([0, 1, 2, 3, 4, 5])).toBe(650);
  expect(height([2, 3])).toBe(650);
  expect(height([0, 5])).toBe(650);
});

it('positions are right after rows are measured in any order, and again', () => {
  const heights = Array.from({ length: 50 }, (_, index) => 100 + ((index * 37) % 90));
  const rows = new Rows({
    keys: heights.map((_, index) => `row ${index}`),
    heightOf: () => undefined,
    estimate: 1,
    gap: 10,
  });
  for (const [index, height] of [...heights.entries()].reverse()) {
    rows.measure(`row ${index}`, 1000);
    rows.measure(`row ${index}`, height);
  }
  let top = 0;
  for (const [index, height] of heights.entries()) {
    expect(rows.top(index)).toBe(top);
    expect(rows.indexAt(top)).toBe(index);
    expect(rows.indexAt(top + height + 9)).toBe(index);
    top += height + 10;
  }
});

it('a row that was not measured has the average height of the others', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const rows = new Rows({ keys, heightOf: () => undefined, estimate: 50, gap: 0 });
  expect(rows.top(4)).toBe(200);
  rows.measure('b', 100);
  rows.measure('d', 200);
  rows.measure('of another list', 5000);
  expect(keys.map((_, index) => rows.height(index))).toEqual([150, 100, 150, 200]);
  expect(rows.top(4)).toBe(600);
});
