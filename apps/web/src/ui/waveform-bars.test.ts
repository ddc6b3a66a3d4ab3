import { expect, it } from 'vitest';
import { waveformBars } from './waveform-bars.ts';

it('draws as many bars as asked for, from more peaks or from fewer', () => {
  expect(
    waveformBars(
      Array.from({ length: 100 }, () => 5),
      60,
    ),
  ).toHaveLength(60);
  expect(waveformBars([1, 2, 3], 40)).toHaveLength(40);
});

it('gives a bar the loudest of the peaks that it covers', () => {
  expect(waveformBars([1, 4, 2, 8], 2)).toEqual([0.5, 1]);
});

it('raises a quiet clip to full height', () => {
  expect(Math.max(...waveformBars([1, 2, 1], 3))).toBe(1);
});

it('keeps silence and the lack of peaks flat', () => {
  expect(waveformBars([0, 0], 3)).toEqual([0, 0, 0]);
  expect(waveformBars([], 2)).toEqual([0, 0]);
});
