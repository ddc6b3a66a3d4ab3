import { expect, it } from 'vitest';
import { countLabel, durationLabel } from './number-labels.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1250, '1.3K'],
  [12_345, '12.3K'],
])('%d is shown as %s', (count, label) => {
  expect(countLabel(count)).toBe(label);
});

it.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [60, '1:00'],
  [70.6, '1:10'],
  [3600, '60:00'],
  [-1, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('%d seconds are shown as %s', (seconds, label) => {
  expect(durationLabel(seconds)).toBe(label);
});
