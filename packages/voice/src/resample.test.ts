import { describe, expect, test } from 'vitest';
import { resample } from './resample.ts';
import { rootMeanSquare } from './gain.ts';
import { amplitudeAt, decibels, strongestFrequency } from './testing/spectrum.ts';
import { makeTone } from './testing/tone.ts';

describe('from 48 kHz to 44.1 kHz', () => {
  test.each([200, 1000, 4000, 12_000, 17_000])(
    'a tone of %i Hz keeps pitch and level',
    (frequency) => {
      const resampled = resample(makeTone(frequency, 0.25, 48_000), 48_000, 44_100);
      expect(resampled).toHaveLength(11_025);
      expect(decibels(amplitudeAt(resampled, frequency, 44_100) / 0.5)).toBeCloseTo(0, 0);
    },
  );

  test('a tone keeps its phase to a thousandth', () => {
    const resampled = resample(makeTone(1000, 0.1, 48_000), 48_000, 44_100);
    const expected = makeTone(1000, 0.1, 44_100);
    for (let i = 100; i < resampled.length - 100; i++) {
      expect(Math.abs(resampled[i]! - expected[i]!)).toBeLessThan(0.001);
    }
  });

  test('a tone above the lower Nyquist frequency is removed, and does not alias', () => {
    const resampled = resample(makeTone(23_500, 0.25, 48_000), 48_000, 44_100);
    expect(
      decibels(
        rootMeanSquare(resampled.subarray(500, -500)) /
          rootMeanSquare(makeTone(23_500, 0.25, 48_000)),
      ),
    ).toBeLessThan(-50);
  });

  test('the tail is as loud as the rest', () => {
    const resampled = resample(makeTone(440, 1, 48_000), 48_000, 44_100);
    expect(rootMeanSquare(resampled.subarray(-441))).toBeCloseTo(rootMeanSquare(resampled), 1);
  });

  test('a constant stays constant', () => {
    const resampled = resample(new Float32Array(4800).fill(0.5), 48_000, 44_100);
    for (const sample of resampled.subarray(50, -50)) expect(sample).toBeCloseTo(0.5, 5);
  });
});

describe('between other rates', () => {
  test.each([
    [8_000, 44_100],
    [22_050, 44_100],
    [96_000, 44_100],
    [44_100, 48_000],
    [44_101, 44_100],
    [11_025, 8_000],
  ])('from %i Hz to %i Hz a tone keeps its pitch', (fromRate, toRate) => {
    const resampled = resample(makeTone(1000, 0.2, fromRate), fromRate, toRate);
    expect(Math.abs(resampled.length - toRate * 0.2)).toBeLessThanOrEqual(1);
    const search = { from: 960, to: 1040, step: 5 };
    expect(strongestFrequency(resampled, toRate, search)).toBe(1000);
    expect(amplitudeAt(resampled, 1000, toRate)).toBeCloseTo(0.5, 1);
  });

  test('the same rate gives a copy', () => {
    const samples = makeTone(440, 0.01, 44_100);
    const copy = resample(samples, 44_100, 44_100);
    expect(copy).toEqual(samples);
    expect(copy).not.toBe(samples);
  });
});

describe('a clip played faster', () => {
  test('is shorter and higher by the factor 1.3', () => {
    const faster = resample(makeTone(1000, 0.2, 44_100), 13, 10);
    expect(faster).toHaveLength(Math.round(8820 / 1.3));
    const search = { from: 1260, to: 1340, step: 5 };
    expect(strongestFrequency(faster, 44_100, search)).toBe(1300);
  });
});

describe('clips of few or no samples', () => {
  test.each([0, 1, 2, 17])('%i samples give as many as the ratio says', (length) => {
    const samples = new Float32Array(length).fill(0.5);
    expect(resample(samples, 17, 20)).toHaveLength(Math.round((length * 20) / 17));
    expect(resample(samples, 13, 10).every(Number.isFinite)).toBe(true);
  });

  test.each([0, -1, 0.5, NaN, Infinity])('a rate of %d is refused', (rate) => {
    expect(() => resample(new Float32Array(1), rate, 44_100)).toThrow(RangeError);
    expect(() => resample(new Float32Array(1), 44_100, rate)).toThrow(RangeError);
  });
});
