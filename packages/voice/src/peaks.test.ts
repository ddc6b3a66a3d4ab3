import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PEAK_COUNT, PEAK_MAX, measurePeaks } from './peaks.ts';

describe('the peaks of a clip', () => {
  test('have a hundred whole numbers from 0 to 100 for any clip', () => {
    const clips = fc.float32Array({ noNaN: true, min: -1, max: 1, maxLength: 1000 });
    fc.assert(
      fc.property(clips, (samples) => {
        const peaks = measurePeaks(samples);
        expect(peaks).toHaveLength(PEAK_COUNT);
        for (const peak of peaks) {
          expect(Number.isInteger(peak) && peak >= 0 && peak <= PEAK_MAX).toBe(true);
        }
      }),
    );
  });

  test('follow the loudness of the clip, from its soft to its loud moments', () => {
    const samples = Float32Array.from({ length: 44_100 }, (_, i) => (i / 44_100) * (-1) ** i);
    const peaks = measurePeaks(samples);
    expect(peaks.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(peaks[50]).toBeGreaterThan(55);
    expect(peaks[50]).toBeLessThan(70);
    expect(peaks.slice(95)).toEqual([100, 100, 100, 100, 100]);
  });

  test('differ where a limiter has made all maxima the same', () => {
    const samples = Float32Array.from({ length: 100_000 }, (_, i) =>
      i % 1000 === 0 ? 1 : 0.2 + 0.2 * Math.sin((2 * Math.PI * i) / 100_000),
    );
    const peaks = measurePeaks(samples);
    expect(peaks[25]).toBe(100);
    expect(peaks[75]).toBe(0);
    expect(peaks.filter((peak) => peak >= 90).length).toBeLessThan(40);
  });

  test('show a word in silence where it is, of either sign', () => {
    const samples = new Float32Array(12_345);
    samples[12_344] = -0.7;
    const peaks = measurePeaks(samples);
    expect(peaks.indexOf(100)).toBe(99);
    expect(peaks.filter((peak) => peak > 0)).toHaveLength(1);
  });

  test('show a few words higher than the noise of the pause around them', () => {
    const samples = Float32Array.from({ length: 100_000 }, (_, i) =>
      i < 2000 ? Math.sin(i) : 0.02 * Math.sin(i),
    );
    const peaks = measurePeaks(samples);
    expect(peaks.slice(0, 2)).toEqual([100, 100]);
    expect(Math.max(...peaks.slice(2))).toBeLessThan(20);
  });

  test('differ in a long clip, in which each stretch has several words', () => {
    const samples = Float32Array.from(
      { length: 100_000 },
      (_, i) => Math.sin(i) * (0.85 + 0.15 * Math.sin(i / 1591)),
    );
    const peaks = measurePeaks(samples);
    expect(Math.min(...peaks)).toBe(0);
    expect(peaks.filter((peak) => peak >= 90).length).toBeLessThan(40);
  });

  test('of an even sound are even', () => {
    const samples = Float32Array.from(
      { length: 100_000 },
      (_, i) => Math.sin(i) * (1 + 0.005 * Math.sin(i / 7000)),
    );
    expect(Math.min(...measurePeaks(samples))).toBeGreaterThan(90);
  });

  test('reach the same height for a quiet take as for a loud one', () => {
    const loud = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i));
    expect(measurePeaks(loud.map((sample) => sample / 128))).toEqual(measurePeaks(loud));
  });

  test.each([
    ['an empty clip', new Float32Array(0)],
    ['a silent clip', new Float32Array(5000)],
    ['nothing but the noise of a microphone', new Float32Array(5000).fill(0.0009)],
  ])('of %s are all zero', (_, samples) => {
    expect(measurePeaks(samples)).toEqual(Array.from({ length: 100 }, () => 0));
  });

  test('stand at the maximum for a single sample', () => {
    expect(measurePeaks(Float32Array.of(0.5))).toEqual(Array.from({ length: 100 }, () => 100));
  });
});
