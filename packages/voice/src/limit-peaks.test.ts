import { expect, test } from 'vitest';
import { makeLimiter } from './limit-peaks.ts';
import { rootMeanSquare } from './gain.ts';
import { areSame } from './testing/same.ts';
import { decibels } from './testing/spectrum.ts';
import { makeSpeech } from './testing/speech.ts';
import { makeTone } from './testing/tone.ts';
import { truePeakLevel } from './true-peak.ts';

const SAMPLE_RATE = 44_100;
const CEILING = 0.75;
const RELEASE = 0.06;

function limit(samples: Float32Array): Float32Array {
  const gains = makeLimiter(samples, SAMPLE_RATE)(CEILING, RELEASE);
  return samples.map((sample, i) => sample * gains[i]!);
}

test('samples below the ceiling stay unchanged', () => {
  const samples = makeTone(440, 0.5, SAMPLE_RATE, 0.7);
  expect(areSame(limit(samples), samples)).toBe(true);
});

test.each([1, 2, 4, 8])('speech at %i times full scale stays below the ceiling', (peak) => {
  const samples = makeSpeech(3, SAMPLE_RATE).map((sample) => sample * 2 * peak);
  const limited = limit(samples);
  expect(decibels(truePeakLevel(limited) / CEILING)).toBeLessThan(0.3);
  expect(decibels(truePeakLevel(limited) / CEILING)).toBeGreaterThan(-0.5);
});

test('a peak that lies between samples is turned down too', () => {
  const samples = Float32Array.from(
    { length: 4000 },
    (_, i) => 0.95 * Math.sin((Math.PI * i) / 2 + Math.PI / 4) * Math.sin((Math.PI * i) / 4000),
  );
  expect(Math.max(...samples)).toBeLessThan(CEILING);
  expect(truePeakLevel(limit(samples))).toBeLessThan(CEILING * 1.01);
});

test('samples far from a peak keep their gain, and those near it lose it only briefly', () => {
  const samples = makeTone(440, 2, SAMPLE_RATE, 0.1);
  const before = new Float32Array(samples);
  samples[SAMPLE_RATE] = 3;
  const limited = limit(samples);
  const change = (from: number, to: number) =>
    decibels(
      rootMeanSquare(limited.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE)) /
        rootMeanSquare(before.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE)),
    );
  expect(change(0, 0.9)).toBeCloseTo(0, 3);
  expect(change(0.995, 0.9995)).toBeLessThan(-0.5);
  expect(change(1.001, 1.02)).toBeLessThan(-6);
  expect(change(1.4, 2)).toBeCloseTo(0, 1);
});

test.each([0, 1, 2])('a clip of %i samples is limited', (length) => {
  const samples = new Float32Array(length).fill(4);
  expect(limit(samples).every((sample) => Math.abs(sample) <= CEILING)).toBe(true);
});

test('a limiter that is used again gives what a new one gives, for lower, higher and the same ceilings', () => {
  const samples = makeSpeech(3, SAMPLE_RATE);
  const used = makeLimiter(samples, SAMPLE_RATE);
  for (const ceiling of [CEILING, CEILING / 2, CEILING / 8, 2 * CEILING, CEILING / 2]) {
    const anew = makeLimiter(samples, SAMPLE_RATE)(ceiling, RELEASE);
    expect(areSame(used(ceiling, RELEASE), anew)).toBe(true);
  }
});
