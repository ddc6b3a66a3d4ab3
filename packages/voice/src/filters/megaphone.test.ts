import { expect, test } from 'vitest';
import { megaphone } from './megaphone.ts';
import { rootMeanSquare } from '../gain.ts';
import { makeNoise } from '../testing/noise.ts';
import { amplitudeAt, decibels } from '../testing/spectrum.ts';
import { makeTone } from '../testing/tone.ts';

const SAMPLE_RATE = 44_100;

/** The band that is left of a hiss, in decibels: the mean of some frequencies around its centre. */
function bandLevel(samples: Float32Array, center: number): number {
  const around = Array.from({ length: 21 }, (_, index) => center * (0.9 + index * 0.01));
  const power = around.map((frequency) => amplitudeAt(samples, frequency, SAMPLE_RATE) ** 2);
  return 10 * Math.log10(power.reduce((sum, value) => sum + value) / power.length);
}

test('white noise is limited to the horn’s band, loudest at its resonance', () => {
  const output = megaphone(makeNoise(0.5, SAMPLE_RATE, 0.5), SAMPLE_RATE);
  const ring = bandLevel(output, 1700);
  expect(ring - bandLevel(output, 700)).toBeGreaterThan(4);
  expect(ring - bandLevel(output, 150)).toBeGreaterThan(12);
  expect(ring - bandLevel(output, 10_000)).toBeGreaterThan(20);
});

test('a loud tone distorts into odd harmonics', () => {
  const output = megaphone(makeTone(800, 0.5, SAMPLE_RATE), SAMPLE_RATE);
  const fundamental = amplitudeAt(output, 800, SAMPLE_RATE);
  expect(decibels(amplitudeAt(output, 2400, SAMPLE_RATE) / fundamental)).toBeGreaterThan(-20);
  expect(decibels(amplitudeAt(output, 1600, SAMPLE_RATE) / fundamental)).toBeLessThan(-50);
});

test('a quiet take distorts as much as a loud one', () => {
  const loud = megaphone(makeTone(800, 0.2, SAMPLE_RATE, 0.8), SAMPLE_RATE);
  const quiet = megaphone(makeTone(800, 0.2, SAMPLE_RATE, 0.01), SAMPLE_RATE);
  expect(rootMeanSquare(quiet) / 0.01).toBeCloseTo(rootMeanSquare(loud) / 0.8, 4);
});

test('soft syllables are raised towards loud ones', () => {
  const clip = makeTone(1000, 1, SAMPLE_RATE, 0.8);
  for (let i = SAMPLE_RATE / 2; i < clip.length; i++) clip[i]! *= 0.1;
  const output = megaphone(clip, SAMPLE_RATE);
  const loud = rootMeanSquare(output.subarray(0.1 * SAMPLE_RATE, 0.4 * SAMPLE_RATE));
  const soft = rootMeanSquare(output.subarray(0.6 * SAMPLE_RATE, 0.9 * SAMPLE_RATE));
  expect(decibels(soft / loud)).toBeGreaterThan(-10);
});
