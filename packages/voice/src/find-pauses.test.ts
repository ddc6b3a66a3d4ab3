import { expect, test } from 'vitest';
import { findPauses } from './find-pauses.ts';
import { joinSamples } from './join-samples.ts';
import { makeSpeech } from './testing/speech.ts';

const SAMPLE_RATE = 44_100;

const silence = (seconds: number) => new Float32Array(Math.round(seconds * SAMPLE_RATE));

/** A constant, whose root mean square is its value. @param level in dB of full scale */
const soundOf = (level: number, seconds: number) => silence(seconds).fill(10 ** (level / 20));

const join = (...parts: readonly Float32Array[]) => joinSamples(parts, 0);

const speech = makeSpeech(2, SAMPLE_RATE);

test('finds no pause in speech, whose gaps between syllables are short', () => {
  expect(findPauses(speech, SAMPLE_RATE)).toEqual([]);
});

test('finds the pauses at the start, within and at the end of a clip', () => {
  const clip = join(silence(1), speech, silence(2), speech, silence(0.8));
  // The last syllable of the speech is silent 20 ms before its end.
  expect(findPauses(clip, SAMPLE_RATE)).toEqual([
    { start: 0, end: 1 },
    { start: 2.98, end: 5 },
    { start: 6.98, end: 7.8 },
  ]);
});

test.each([8000, 22_050, 44_100, 48_000])('finds the same pause at %i Hz', (sampleRate) => {
  const clip = new Float32Array(sampleRate * 4).fill(0.1, 0, sampleRate).fill(0.1, sampleRate * 3);
  const [pause, ...others] = findPauses(clip, sampleRate);
  expect(others).toEqual([]);
  expect(pause?.start).toBeCloseTo(1, 6);
  expect(pause?.end).toBeCloseTo(3, 6);
});

test('leaves out a silence of 0.6 s, and takes a longer one', () => {
  const pausesAround = (seconds: number) =>
    findPauses(join(soundOf(-20, 1), silence(seconds), soundOf(-20, 1)), SAMPLE_RATE);
  expect(pausesAround(0.6)).toEqual([]);
  expect(pausesAround(0.62)).toEqual([{ start: 1, end: 1.62 }]);
});

test('takes noise below -45 dB of full scale as silence, and louder noise as sound', () => {
  const pausesIn = (level: number) =>
    findPauses(join(soundOf(-20, 1), soundOf(level, 1), soundOf(-20, 1)), SAMPLE_RATE);
  expect(pausesIn(-44.9)).toEqual([]);
  expect(pausesIn(-45.1)).toEqual([{ start: 1, end: 2 }]);
});

test('ends a pause at a short sound', () => {
  const click = soundOf(-20, 0.02);
  const clip = join(soundOf(-20, 1), silence(0.5), click, silence(0.7), soundOf(-20, 1));
  expect(findPauses(clip, SAMPLE_RATE)).toEqual([{ start: 1.52, end: 2.22 }]);
});

test('finds one pause in a silent clip, and none in an empty one', () => {
  expect(findPauses(silence(3), SAMPLE_RATE)).toEqual([{ start: 0, end: 3 }]);
  expect(findPauses(silence(0), SAMPLE_RATE)).toEqual([]);
});
