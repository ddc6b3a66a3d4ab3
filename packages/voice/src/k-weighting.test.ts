import { expect, test } from 'vitest';
import type { Biquad } from './biquad.ts';
import { kWeighting } from './k-weighting.ts';

/** The magnitude of a section's response at a frequency, in decibels. */
function responseAt({ b0, b1, b2, a1, a2 }: Biquad, frequency: number, sampleRate: number): number {
  const omega = (2 * Math.PI * frequency) / sampleRate;
  const magnitude = (c0: number, c1: number, c2: number) =>
    Math.hypot(
      c0 + c1 * Math.cos(omega) + c2 * Math.cos(2 * omega),
      c1 * Math.sin(omega) + c2 * Math.sin(2 * omega),
    );
  return 20 * Math.log10(magnitude(b0, b1, b2) / magnitude(1, a1, a2));
}

const weightingAt = (frequency: number, sampleRate: number) =>
  kWeighting(sampleRate).reduce(
    (sum, section) => sum + responseAt(section, frequency, sampleRate),
    0,
  );

test('the coefficients at 48 kHz are those of the recommendation', () => {
  const [shelf, highpass] = kWeighting(48_000);
  expect(shelf.b0).toBeCloseTo(1.53512485958697, 10);
  expect(shelf.b1).toBeCloseTo(-2.69169618940638, 10);
  expect(shelf.b2).toBeCloseTo(1.19839281085285, 10);
  expect(shelf.a1).toBeCloseTo(-1.69065929318241, 10);
  expect(shelf.a2).toBeCloseTo(0.73248077421585, 10);
  expect(highpass).toMatchObject({ b0: 1, b1: -2, b2: 1 });
  expect(highpass.a1).toBeCloseTo(-1.99004745483398, 10);
  expect(highpass.a2).toBeCloseTo(0.99007225036621, 10);
});

test.each([8_000, 16_000, 22_050, 44_100, 96_000, 192_000])(
  'at %i Hz speech is weighted as at 48 kHz',
  (sampleRate) => {
    for (const frequency of [40, 100, 300, 1000, 2000]) {
      const difference = weightingAt(frequency, sampleRate) - weightingAt(frequency, 48_000);
      expect(Math.abs(difference)).toBeLessThan(0.5);
    }
  },
);
