import { describe, expect, test } from 'vitest';
import { BUTTERWORTH_4, applyPair, highpass, lowpass, peaking } from './biquad.ts';
import type { Biquad } from './biquad.ts';
import { amplitudeAt, decibels } from './testing/spectrum.ts';

const SAMPLE_RATE = 44_100;
const PASS: Biquad = { b0: 1, b1: 0, b2: 0, a1: 0, a2: 0 };

/** The gain of two sections at a frequency, in decibels: the spectrum of their impulse response. */
function gainAt(frequency: number, first: Biquad, second: Biquad = PASS): number {
  const response = new Float32Array(SAMPLE_RATE);
  // In the middle, where the window of the measurement is 2.
  response[SAMPLE_RATE / 2] = SAMPLE_RATE / 4;
  applyPair(response, first, second);
  return decibels(amplitudeAt(response, frequency, SAMPLE_RATE));
}

describe('a fourth-order Butterworth filter', () => {
  const [q1, q2] = BUTTERWORTH_4;
  const low = [lowpass(3200, q1, SAMPLE_RATE), lowpass(3200, q2, SAMPLE_RATE)] as const;
  const high = [highpass(250, q1, SAMPLE_RATE), highpass(250, q2, SAMPLE_RATE)] as const;

  test('is 3 dB down at its cutoff', () => {
    expect(gainAt(3200, ...low)).toBeCloseTo(-3, 1);
    expect(gainAt(250, ...high)).toBeCloseTo(-3, 1);
  });

  test('falls by 24 dB an octave beyond its cutoff', () => {
    expect(gainAt(6400, ...low)).toBeLessThan(-24);
    expect(gainAt(125, ...high)).toBeLessThan(-24);
  });

  test('is flat in its passband', () => {
    expect(gainAt(1000, ...low)).toBeCloseTo(0, 1);
    expect(gainAt(1000, ...high)).toBeCloseTo(0, 1);
  });
});

test('a peaking filter raises its centre by its gain and nothing far away', () => {
  const section = peaking(1700, 1.2, 2.5, SAMPLE_RATE);
  expect(gainAt(1700, section)).toBeCloseTo(decibels(2.5), 1);
  expect(Math.abs(gainAt(100, section))).toBeLessThan(0.2);
  expect(Math.abs(gainAt(15_000, section))).toBeLessThan(0.2);
});

test('a filter with a cutoff beyond the Nyquist frequency is stable', () => {
  const section = lowpass(4000, Math.SQRT1_2, 3000);
  const samples = new Float32Array(3000);
  samples[0] = 1;
  applyPair(samples, section, section);
  expect(Math.max(...samples.map(Math.abs))).toBeLessThan(2);
  expect(Math.abs(samples[2999]!)).toBeLessThan(1e-6);
});
