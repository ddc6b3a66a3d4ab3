import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { peakLevel, rootMeanSquare } from './gain.ts';
import { strongestFrequency } from './testing/spectrum.ts';
import { makeSpeech } from './testing/speech.ts';
import { makeTone } from './testing/tone.ts';
import { filterSamples } from './filter-samples.ts';
import { VOICE_FILTER_IDS } from './filter-ids.ts';

const SAMPLE_RATE = 44_100;
const MASKS = VOICE_FILTER_IDS.filter((id) => id !== 'original');
const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };
const SPEECH = makeSpeech(2.2, SAMPLE_RATE);

describe.each(VOICE_FILTER_IDS)('%s', (filter) => {
  test('gives the samples of the snapshot', () => {
    const masked = filterSamples(SPEECH, SAMPLE_RATE, filter, OPTIONS);
    // Every 499th sample, to 12 bits: too fine to be audible, coarser than the differences between engines.
    const golden = Array.from(
      { length: Math.floor(masked.length / 499) },
      (_, index) => Math.round(masked[index * 499]! * 2048) + 0,
    );
    expect({ length: masked.length, golden: golden.join(' ') }).toMatchSnapshot();
  });

  test('does not change its input, and gives the same output for the same input', () => {
    const input = new Float32Array(SPEECH);
    const masked = filterSamples(input, SAMPLE_RATE, filter, OPTIONS);
    expect(input).toEqual(SPEECH);
    expect(filterSamples(input, SAMPLE_RATE, filter, OPTIONS)).toEqual(masked);
    expect(masked).not.toBe(input);
  });

  test('keeps the last syllable', () => {
    const masked = filterSamples(SPEECH, SAMPLE_RATE, filter, OPTIONS);
    expect(rootMeanSquare(masked.subarray(-SAMPLE_RATE / 20))).toBeGreaterThan(0.01);
  });

  test.each([1, 2, 3, 100])('filters a clip of %i samples', (length) => {
    const masked = filterSamples(new Float32Array(length).fill(0.5), SAMPLE_RATE, filter, OPTIONS);
    expect(masked.length).toBeGreaterThan(0);
    expect(masked.every(Number.isFinite)).toBe(true);
  });

  test('gives an empty clip for an empty one', () => {
    expect(filterSamples(new Float32Array(0), SAMPLE_RATE, filter, OPTIONS)).toHaveLength(0);
  });

  test('keeps silence silent', () => {
    const masked = filterSamples(new Float32Array(20_000), SAMPLE_RATE, filter, OPTIONS);
    expect(peakLevel(masked)).toBeLessThan(1e-15);
  });

  test.each([3_000, 8_000, 16_000, 48_000, 192_000])('works at %i Hz', (sampleRate) => {
    const masked = filterSamples(makeSpeech(0.5, sampleRate), sampleRate, filter, OPTIONS);
    expect(peakLevel(masked)).toBeGreaterThan(0.4);
    expect(peakLevel(masked)).toBeLessThanOrEqual(1);
  });
});

describe.each(MASKS)('%s', (filter) => {
  test('stays within full scale for any input', () => {
    const clips = fc.float32Array({ noNaN: true, min: -1000, max: 1000, maxLength: 2000 });
    fc.assert(
      fc.property(clips, (samples) => {
        // Not above, and not NaN either.
        expect(peakLevel(filterSamples(samples, 8_000, filter, OPTIONS))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });

  test('raises a quiet voice by four times at most', () => {
    const whisper = SPEECH.map((sample) => sample * 0.001);
    const quiet = peakLevel(filterSamples(whisper, SAMPLE_RATE, filter, OPTIONS));
    // Filters add up parts of the voice, by which the peak may grow a little beside the gain.
    expect(quiet).toBeLessThan(0.5 * 0.001 * 4 * 2);
  });
});

describe('the speed filters', () => {
  test.each([
    { filter: 'chipmunk', speed: 1.3, seconds: 46.2 },
    { filter: 'deep', speed: 0.85, seconds: 70.6 },
  ] as const)(
    '$filter plays at $speed: a minute takes $seconds s',
    ({ filter, speed, seconds }) => {
      const minute = makeTone(440, 60, 8_000);
      const masked = filterSamples(minute, 8_000, filter, OPTIONS);
      expect(masked.length / 8_000).toBeCloseTo(seconds, 1);
      const expected = 440 * speed;
      const search = { from: expected - 20, to: expected + 20, step: 1 };
      expect(strongestFrequency(masked.subarray(8_000, 12_000), 8_000, search)).toBe(expected);
    },
  );

  test.each(['chipmunk', 'deep'] as const)('%s is raised by 1.3 and clipped', (filter) => {
    const masked = filterSamples(makeTone(440, 0.5, SAMPLE_RATE), SAMPLE_RATE, filter, OPTIONS);
    expect(peakLevel(masked)).toBe(1);
    // A sine at a peak of 0.9 × 1.3 lies above full scale for 35 % of the time.
    const clipped = masked.filter((sample) => Math.abs(sample) === 1).length / masked.length;
    expect(clipped).toBeCloseTo(1 - (2 / Math.PI) * Math.asin(1 / (0.9 * 1.3)), 2);
  });
});

test.each(['robot', 'echo', 'vintage', 'megaphone'] as const)('%s peaks at 0.9', (filter) => {
  expect(peakLevel(filterSamples(SPEECH, SAMPLE_RATE, filter, OPTIONS))).toBeCloseTo(0.9, 5);
});

test('original is a copy to the bit', () => {
  const original = filterSamples(SPEECH, SAMPLE_RATE, 'original', OPTIONS);
  expect(original).toEqual(SPEECH);
  expect(original).not.toBe(SPEECH);
});

test('the seed sets the noise of vintage', () => {
  const render = (seed: number) => filterSamples(SPEECH, SAMPLE_RATE, 'vintage', { seed });
  expect(render(1)).not.toEqual(render(2));
});
