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

  test('follow the clip’s envelope', () => {
    const samples = Float32Array.from({ length: 44_100 }, (_, i) => (i / 44_100) * (-1) ** i);
    const peaks = measurePeaks(samples);
    expect(peaks[0]).toBe(1);
    expect(peaks[49]).toBe(50);
    expect(peaks[99]).toBe(100);
  });

  test('show a single loud sample, wherever it is, of either sign', () => {
    const samples = new Float32Array(12_345);
    samples[12_344] = -0.7;
    const peaks = measurePeaks(samples);
    expect(peaks.indexOf(100)).toBe(99);
    expect(peaks.filter((peak) => peak > 0)).toHaveLength(1);
  });

  test('reach the same height for a quiet take as for a loud one', () => {
    const loud = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i));
    expect(measurePeaks(loud.map((sample) => sample * 0.01))).toEqual(measurePeaks(loud));
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
