import { expect, it } from 'vitest';
import { makeNoise } from '../../src/testing/noise.ts';
import { makeSpeech } from '../../src/testing/speech.ts';
import { filterSamples } from '../../src/filter-samples.ts';
import { mask, knownTime } from './masks.ts';
import { understanding } from './understanding.ts';

const RATE = 16_000;
const speech = makeSpeech(4, RATE);
const asSaid = (seconds: number) => seconds;

it('the same voice is understood completely at any level', () => {
  const soft = speech.map((value) => 0.1 * value);
  expect(understanding(speech, soft, RATE, asSaid)).toBeCloseTo(1, 6);
});

it('little is understood of noise, whose envelopes are clipped where they exceed the voice', () => {
  expect(Math.abs(understanding(speech, makeNoise(4, RATE, 0.1), RATE, asSaid))).toBeLessThan(0.35);
});

it('less is understood of a voice with noise', () => {
  const withNoise = (level: number) => {
    const noise = makeNoise(4, RATE, level);
    return understanding(
      speech,
      speech.map((value, i) => value + noise[i]!),
      RATE,
      asSaid,
    );
  };
  expect(withNoise(0.3)).toBeLessThan(withNoise(0.03) - 0.1);
});

it('a clip at another speed is compared at the corresponding moments', () => {
  const deep = filterSamples(speech, RATE, 'deep');
  const straight = understanding(speech, deep, RATE, asSaid);
  expect(understanding(speech, deep, RATE, (seconds) => seconds / 0.85)).toBeGreaterThan(
    straight + 0.2,
  );
  expect(knownTime('deep')?.(0.85)).toBeCloseTo(1, 9);
});

it('a mask is the same with the same seed, and differs with another', () => {
  const masked = mask(speech, RATE, 'mcadams', 'a');
  expect(mask(speech, RATE, 'mcadams', 'a')).toEqual(masked);
  expect(mask(speech, RATE, 'mcadams', 'b')).not.toEqual(masked);
});
