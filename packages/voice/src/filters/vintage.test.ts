import { expect, test } from 'vitest';
import { rootMeanSquare } from '../gain.ts';
import { amplitudeAt, decibels } from '../testing/spectrum.ts';
import { makeTone } from '../testing/tone.ts';
import { vintage } from './vintage.ts';

const SAMPLE_RATE = 44_100;

/** How much of a tone is left, in decibels. */
const gainAt = (frequency: number) => {
  const output = vintage(makeTone(frequency, 0.5, SAMPLE_RATE), SAMPLE_RATE, 1);
  return decibels(amplitudeAt(output, frequency, SAMPLE_RATE) / 0.5);
};

test.each([500, 1000, 2000])('a tone of %i Hz is within the band', (frequency) => {
  expect(Math.abs(gainAt(frequency))).toBeLessThan(0.5);
});

test.each([250, 3200])('%i Hz is an edge of the band', (frequency) => {
  expect(gainAt(frequency)).toBeCloseTo(-3, 0);
});

test.each([60, 125, 6400, 12_000])('a tone of %i Hz is outside of it', (frequency) => {
  expect(gainAt(frequency)).toBeLessThan(-20);
});

test('the noise is faint relative to the voice', () => {
  const clip = makeTone(1000, 1, SAMPLE_RATE);
  clip.fill(0, SAMPLE_RATE / 2);
  const hiss = vintage(clip, SAMPLE_RATE, 1).subarray(0.6 * SAMPLE_RATE);
  expect(decibels(rootMeanSquare(hiss) / 0.5)).toBeGreaterThan(-70);
  expect(decibels(rootMeanSquare(hiss) / 0.5)).toBeLessThan(-45);
});

test('the noise of a quiet take is as faint relative to the voice as that of a loud one', () => {
  const take = (amplitude: number) => {
    const clip = makeTone(1000, 1, SAMPLE_RATE, amplitude);
    clip.fill(0, SAMPLE_RATE / 2);
    return rootMeanSquare(vintage(clip, SAMPLE_RATE, 1).subarray(0.6 * SAMPLE_RATE)) / amplitude;
  };
  expect(take(0.05)).toBeCloseTo(take(0.8), 6);
});
