import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { peakLevel, rootMeanSquare, TARGET_PEAK } from '../gain.ts';
import { makeNoise } from '../testing/noise.ts';
import { areSame } from '../testing/same.ts';
import { correlationAt } from '../testing/spectrum.ts';
import { makeSpeech } from '../testing/speech.ts';
import { makeTone } from '../testing/tone.ts';
import { bendTime } from '../veil/bend-time.ts';
import { STEP } from '../veil/frames.ts';
import { veil } from './veil.ts';

const RATE = 16_000;
const SPEECH = makeSpeech(3, RATE);
const WORDS = Uint32Array.of(0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x71374491);

const otherWords = (seed: number) => WORDS.map((word) => Math.imul(word, 2 * seed + 1) ^ seed);

/** The checksum of Fletcher over 16-bit samples: another in any of them makes another sum. */
function checksum(samples: Float32Array): string {
  let low = 0;
  let high = 0;
  for (const sample of samples) {
    low = (low + (Math.round(sample * 32_767) & 0xffff)) % 65_535;
    high = (high + low) % 65_535;
  }
  return `${high.toString(16)}-${low.toString(16)}`;
}

const hiss = (seconds: number) => makeNoise(seconds, RATE, 0.25);

/** The greatest jump from one sample to the next. */
const greatestJump = (samples: Float32Array) =>
  samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? 0))), 0);

describe('the stranger', () => {
  test('is decided by the random words alone', () => {
    expect(areSame(veil(SPEECH, RATE, WORDS), veil(SPEECH, RATE, WORDS.slice()))).toBe(true);
    const sums = [0, 1, 2, 3].map((word) =>
      checksum(veil(SPEECH, RATE, WORDS.with(word, WORDS[word]! ^ 1))),
    );
    expect(new Set([...sums, checksum(veil(SPEECH, RATE, WORDS))]).size).toBe(5);
  });

  test('needs four words', () => {
    expect(() => veil(SPEECH, RATE, new Uint32Array(3))).toThrow(RangeError);
  });

  test('differs from clip to clip in pitch, length and timbre', () => {
    const clips = [1, 2, 3, 4].map((seed) => veil(SPEECH, RATE, otherWords(seed)));
    expect(new Set(clips.map(({ length }) => length)).size).toBe(4);
    const likeness = Math.abs(correlation(clips[0]!, clips[1]!));
    expect(likeness).toBeLessThan(0.2);
  });
});

/** The correlation of two waveforms at the same moments. */
function correlation(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length);
  let product = 0;
  for (let i = 0; i < length; i++) product += a[i]! * b[i]!;
  return (
    product /
    (length * rootMeanSquare(a.subarray(0, length)) * rootMeanSquare(b.subarray(0, length)))
  );
}

describe('the masked voice', () => {
  test('is not the speaker’s wave', () => {
    expect(Math.abs(correlation(SPEECH, veil(SPEECH, RATE, WORDS)))).toBeLessThan(0.1);
  });

  test('follows the speaker’s syllables, along the bent time', () => {
    const output = veil(SPEECH, RATE, WORDS);
    const positions = bendTime(SPEECH.length, WORDS);
    const levelAt = (samples: Float32Array, at: number) =>
      rootMeanSquare(samples.subarray(Math.max(0, at - STEP), at + STEP));
    const spoken = Float32Array.from(positions, (at) => levelAt(SPEECH, Math.floor(at)));
    const masked = Float32Array.from(positions, (_, frame) => levelAt(output, frame * STEP));
    const centered = (levels: Float32Array) => {
      const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
      return levels.map((level) => level - mean);
    };
    expect(correlation(centered(spoken), centered(masked))).toBeGreaterThan(0.6);
  });

  test('has no click: no jump beyond the clip’s own', () => {
    for (const seed of [1, 2, 3]) {
      const output = veil(SPEECH, RATE, otherWords(seed));
      expect(greatestJump(output)).toBeLessThanOrEqual(greatestJump(SPEECH));
    }
  });

  test('has no gap within a vowel', () => {
    const output = veil(makeTone(140, 2, RATE, 0.5), RATE, WORDS).subarray(RATE / 10, -RATE / 10);
    for (let at = 0; at + 400 < output.length; at += 400) {
      expect(rootMeanSquare(output.subarray(at, at + 400))).toBeGreaterThan(
        0.1 * rootMeanSquare(output),
      );
    }
  });

  test('stays audible for the whole of a hum, not only at its beginning', () => {
    const hum = makeTone(440, 2, RATE, 0.1);
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const output = veil(hum, RATE, otherWords(seed)).subarray(RATE / 10);
      expect(rootMeanSquare(output)).toBeGreaterThan(0.2 * rootMeanSquare(hum));
    }
  });

  test('stays unvoiced where the speaker hisses', () => {
    const output = veil(hiss(2), RATE, WORDS).subarray(RATE / 4, -RATE / 4);
    for (let lag = RATE / 200; lag < RATE / 70; lag++) {
      expect(Math.abs(correlationAt(output, lag))).toBeLessThan(0.25);
    }
  });

  test('is silent where the clip is', () => {
    const clip = new Float32Array(3 * RATE);
    clip.set(SPEECH.subarray(0, RATE));
    const output = veil(clip, RATE, WORDS);
    expect(peakLevel(output.subarray(1.3 * RATE))).toBe(0);
  });

  test('is quieter in a room’s noise between words', () => {
    const room = hiss(3).map((sample) => sample * 0.004);
    const clip = room.map((sample, i) => sample + (i < RATE ? SPEECH[i]! : 0));
    const ratio = (samples: Float32Array) =>
      rootMeanSquare(samples.subarray(2 * RATE, 2.7 * RATE)) /
      rootMeanSquare(samples.subarray(0, 0.9 * RATE));
    expect(ratio(veil(clip, RATE, WORDS))).toBeLessThan(ratio(clip));
  });
});

describe('for any clip', () => {
  const kinds = {
    speech: (length: number, rate: number) => makeSpeech(6, rate).subarray(0, length),
    noise: (length: number) => hiss(Math.ceil(length / RATE)).subarray(0, length),
    clipping: (length: number, rate: number) =>
      makeTone(220, length / rate, rate, 8).map((sample) => Math.max(-1, Math.min(1, sample))),
    twoVoices: (length: number, rate: number) =>
      makeSpeech(6, rate)
        .subarray(0, length)
        .map((sample, i) => sample / 2 + Math.sin(i / 9) / 3),
    silence: (length: number) => new Float32Array(length),
  };

  test('the result is finite, at most as loud, and at most a tenth longer or shorter', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(kinds)),
        fc.integer({ min: 1, max: 40_000 }),
        fc.constantFrom(8_000, 11_025, 16_000, 22_050, 44_100, 48_000),
        fc.uint32Array({ minLength: 4, maxLength: 4 }),
        (make, length, rate, words) => {
          const clip = make(length, rate);
          const output = veil(clip, rate, words);
          expect(peakLevel(output)).toBeLessThanOrEqual(TARGET_PEAK * 1.0001);
          const loudest = Math.max(1e-30, rootMeanSquare(clip)) * 1.0001;
          expect(rootMeanSquare(output)).toBeLessThanOrEqual(loudest);
          // Of the shortest clips there is one frame, of 8 ms.
          expect(Math.abs(output.length - clip.length)).toBeLessThanOrEqual(
            0.1 * clip.length + 0.009 * rate,
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a clip of a minute is masked as well', () => {
    const output = veil(makeSpeech(60, 8_000), 8_000, WORDS);
    expect(output.length / 8_000 / 60).toBeGreaterThan(0.9);
    expect(output.length / 8_000 / 60).toBeLessThan(1.1);
    expect(peakLevel(output)).toBeLessThanOrEqual(1);
  });
});

test('progress is reported in rising steps up to 1', () => {
  const reported: number[] = [];
  veil(SPEECH, RATE, WORDS, (share) => reported.push(share));
  expect(reported.length).toBeGreaterThan(3);
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toBe(1);
});
