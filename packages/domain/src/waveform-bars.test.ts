import { expect, it } from 'vitest';
import { waveformBars } from './waveform-bars.ts';

it('more or fewer peaks are fitted to the number of bars', () => {
  expect(
    waveformBars(
      Array.from({ length: 100 }, () => 5),
      60,
    ),
  ).toHaveLength(60);
  expect(waveformBars([1, 2, 3], 40)).toHaveLength(40);
});

it('a bar has the mean of the peaks that it covers', () => {
  expect(waveformBars([1, 4, 2, 8], 2)).toEqual([0.5, 1]);
  expect(waveformBars([0, 6, 6, 6], 2)).toEqual([0.5, 1]);
});

it('the tallest bar of a quiet clip has full height', () => {
  expect(Math.max(...waveformBars([1, 2, 1], 3))).toBe(1);
});

it('silence and a clip without peaks have bars of no height', () => {
  expect(waveformBars([0, 0], 3)).toEqual([0, 0, 0]);
  expect(waveformBars([], 2)).toEqual([0, 0]);
});
