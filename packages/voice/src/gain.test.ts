import { expect, test } from 'vitest';
import { amplify, normalizingGain, peakLevel, saturate } from './gain.ts';

test('the peak is the greatest magnitude of either sign', () => {
  expect(peakLevel(Float32Array.of(0.25, -0.5, 0.125))).toBe(0.5);
  expect(peakLevel(new Float32Array(0))).toBe(0);
});

test.each([
  ['raised to a peak of 0.9', [0.5, -0.25], 1.8],
  ['lowered to a peak of 0.9', [0, 1.5], 0.6],
  ['raised by four times at most', [0.01], 4],
  ['not raised if it is silent', [0, 0], 1],
])('a clip is %s', (_how, samples, gain) => {
  expect(normalizingGain(Float32Array.from(samples))).toBeCloseTo(gain);
});

test.each([NaN, Infinity])('a clip that holds %d is refused', (value) => {
  expect(() => normalizingGain(Float32Array.of(0.5, value, 0.25))).toThrow(RangeError);
});

test('samples that are amplified beyond full scale are clipped', () => {
  const samples = Float32Array.of(0.5, 0.75, -0.75);
  amplify(samples, 1.5);
  expect([...samples]).toEqual([0.75, 1, -1]);
});

test('saturation raises soft samples towards loud ones, symmetrically, and keeps the peak', () => {
  const samples = Float32Array.of(0.1, -0.1, 0.5);
  saturate(samples, 5);
  expect(samples[0]).toBeCloseTo(0.3);
  expect(samples[1]).toBeCloseTo(-0.3);
  expect(samples[2]).toBeCloseTo(0.5);
});
