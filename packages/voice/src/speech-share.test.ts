import { describe, expect, test } from 'vitest';
import { integratedLoudness, weigh } from './integrated-loudness.ts';
import { speechShare } from './speech-share.ts';
import { makeNoise } from './testing/noise.ts';
import { makeSpeech } from './testing/speech.ts';

const SAMPLE_RATE = 44_100;

/** How sure one is of a sound that is brought to a loudness, in LUFS. */
function shareAt(samples: Float32Array, loudness: number): number {
  const measured = integratedLoudness(weigh(samples, SAMPLE_RATE), SAMPLE_RATE);
  const gain = 10 ** ((loudness - measured) / 20);
  const weighted = weigh(
    samples.map((sample) => sample * gain),
    SAMPLE_RATE,
  );
  return speechShare(weighted, loudness, SAMPLE_RATE);
}

const SPEECH = makeSpeech(4, SAMPLE_RATE);
const NOISE = makeNoise(4, SAMPLE_RATE, 0.5);

describe('the confidence is 1 for', () => {
  test.each([-14, -30, -44])('speech of %i LUFS', (loudness) => {
    expect(shareAt(SPEECH, loudness)).toBe(1);
  });

  test('noise that is as loud as a voice', () => {
    expect(shareAt(NOISE, -20)).toBe(1);
  });

  test('a word of -40 LUFS in a minute of silence', () => {
    const word = new Float32Array(60 * SAMPLE_RATE);
    word.set(SPEECH.subarray(0, SAMPLE_RATE / 2), 20 * SAMPLE_RATE);
    expect(shareAt(word, -40)).toBe(1);
  });

  test('speech of -40 LUFS over noise that is 20 dB softer', () => {
    const mixed = SPEECH.map((sample, i) => sample + 0.04 * NOISE[i]!);
    expect(shareAt(mixed, -40)).toBe(1);
  });
});

describe('the confidence is 0 for', () => {
  test.each([-55, -65])('speech of %i LUFS', (loudness) => {
    expect(shareAt(SPEECH, loudness)).toBe(0);
  });

  test.each([-36, -46, -60])('noise of %i LUFS', (loudness) => {
    expect(shareAt(NOISE, loudness)).toBe(0);
  });
});

test('the confidence rises with the loudness in between', () => {
  const shares = [-52, -50, -48, -46].map((loudness) => shareAt(SPEECH, loudness));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[1]).toBeGreaterThan(0);
  expect(shares[2]).toBeLessThan(1);
});
