import { beforeAll, describe, expect, test } from 'vitest';
import { VOICE_FILTER_IDS } from './filter-ids.ts';
import { filterSamples } from './filter-samples.ts';
import { peakLevel } from './gain.ts';
import { levelLoudness, TARGET_LOUDNESS } from './level-loudness.ts';
import { measureLoudness } from './measure-loudness.ts';
import { decodeMp3, loadEncoder } from './testing/mp3.ts';
import { makeNoise } from './testing/noise.ts';
import { areSame } from './testing/same.ts';
import { makeSpeech } from './testing/speech.ts';
import { makeBuzz, makeTone } from './testing/tone.ts';
import { writeMp3, type Mp3Encoder } from './write-mp3.ts';

const SAMPLE_RATE = 44_100;
const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };

/** A take of which a phone's microphone was near, and 24 dB softer. */
const SPOKEN = [
  { how: 'loudly', amplify: 1 },
  { how: '24 dB more softly', amplify: 10 ** (-24 / 20) },
];

/** A voice in a room: with the noise of a quiet one, 55 dB below full scale. */
const SPEECH = withRoom(makeSpeech(4, SAMPLE_RATE));

function withRoom(speech: Float32Array): Float32Array {
  const noise = makeNoise(4, SAMPLE_RATE, 0.001);
  return speech.map((sample, i) => 1.8 * sample + noise[i]!);
}

const levelOf = (samples: Float32Array) => measureLoudness(samples, SAMPLE_RATE).integrated;

const changeBy = (samples: Float32Array) =>
  levelOf(levelLoudness(samples, SAMPLE_RATE)) - levelOf(samples);

describe.each(VOICE_FILTER_IDS)('%s', (filter) => {
  let encoder: Mp3Encoder;
  beforeAll(async () => {
    encoder = await loadEncoder();
  });

  test.each(SPOKEN)(
    'a sentence that is spoken $how is decoded at -18 LUFS with peaks below -1 dBTP',
    async ({ amplify }) => {
      const take = SPEECH.map((sample) => sample * amplify);
      const filtered = filterSamples(take, SAMPLE_RATE, filter, OPTIONS);
      const levelled = levelLoudness(filtered, SAMPLE_RATE);
      const { samples } = await decodeMp3(writeMp3(levelled, SAMPLE_RATE, encoder));
      const { integrated, truePeak } = measureLoudness(samples, SAMPLE_RATE);
      expect(Math.abs(integrated - TARGET_LOUDNESS)).toBeLessThan(1);
      expect(truePeak).toBeLessThan(-1);
    },
  );
});

describe('a voice', () => {
  test.each([-14, -20, -26, -32, -38, -44])('of %i LUFS is levelled to -18', (loudness) => {
    const gain = 10 ** ((loudness - levelOf(SPEECH)) / 20);
    const levelled = levelLoudness(
      SPEECH.map((sample) => sample * gain),
      SAMPLE_RATE,
    );
    expect(Math.abs(levelOf(levelled) - TARGET_LOUDNESS)).toBeLessThan(0.5);
  });

  test('is levelled by its speech if it is mostly pauses', () => {
    const halting = new Float32Array(SPEECH.length * 4);
    halting.set(SPEECH.subarray(0, SAMPLE_RATE * 2), SAMPLE_RATE * 5);
    const levelled = levelLoudness(halting, SAMPLE_RATE);
    expect(Math.abs(levelOf(levelled) - TARGET_LOUDNESS)).toBeLessThan(0.5);
  });

  test('is levelled in spite of a few loud clicks', () => {
    const clicking = SPEECH.map((sample) => sample * 0.1);
    for (let at = SAMPLE_RATE; at < clicking.length; at += SAMPLE_RATE) clicking[at] = 0.9;
    const levelled = levelLoudness(clicking, SAMPLE_RATE);
    expect(Math.abs(levelOf(levelled) - TARGET_LOUDNESS)).toBeLessThan(1);
    expect(measureLoudness(levelled, SAMPLE_RATE).truePeak).toBeLessThan(-2);
  });

  test.each([60, 90, 150])('is levelled if it is all peaks, of %i Hz', (pitch) => {
    const levelled = levelLoudness(makeBuzz(pitch, 3, SAMPLE_RATE), SAMPLE_RATE);
    expect(Math.abs(levelOf(levelled) - TARGET_LOUDNESS)).toBeLessThan(1);
    expect(measureLoudness(levelled, SAMPLE_RATE).truePeak).toBeLessThan(-5);
  });

  test.each([8_000, 16_000, 48_000])('is levelled at %i Hz', (sampleRate) => {
    const levelled = levelLoudness(makeSpeech(3, sampleRate), sampleRate);
    const { integrated } = measureLoudness(levelled, sampleRate);
    expect(Math.abs(integrated - TARGET_LOUDNESS)).toBeLessThan(0.5);
  });
});

describe('a clip without a voice', () => {
  test.each([0, 1, 100, SAMPLE_RATE])('silence of %i samples stays silence', (length) => {
    const levelled = levelLoudness(new Float32Array(length), SAMPLE_RATE);
    expect(levelled).toHaveLength(length);
    expect(levelled.every((sample) => sample === 0)).toBe(true);
  });

  test.each([-40, -50, -60, -80])('noise of a room with peaks at %i dB is not raised', (peak) => {
    const noise = makeNoise(5, SAMPLE_RATE, 10 ** (peak / 20));
    expect(areSame(levelLoudness(noise, SAMPLE_RATE), noise)).toBe(true);
  });

  test.each(VOICE_FILTER_IDS)('noise of a room that %s has raised is not raised further', (id) => {
    const noise = filterSamples(makeNoise(5, SAMPLE_RATE, 0.003), SAMPLE_RATE, id, OPTIONS);
    expect(Math.abs(changeBy(noise))).toBeLessThan(0.1);
  });

  test('hardly audible speech is not raised, and slightly louder speech in part', () => {
    const at = (loudness: number) => {
      const gain = 10 ** ((loudness - levelOf(SPEECH)) / 20);
      return changeBy(makeSpeech(4, SAMPLE_RATE).map((sample) => 1.8 * sample * gain));
    };
    expect(at(-56)).toBeCloseTo(0, 5);
    expect(at(-49)).toBeGreaterThan(5);
    expect(at(-49)).toBeLessThan(25);
  });

  test('an audible tone is levelled', () => {
    const levelled = levelLoudness(makeTone(440, 3, SAMPLE_RATE, 0.1), SAMPLE_RATE);
    expect(Math.abs(levelOf(levelled) - TARGET_LOUDNESS)).toBeLessThan(0.5);
  });
});

test('noise that is too loud is lowered', () => {
  const levelled = levelLoudness(makeNoise(3, SAMPLE_RATE, 0.9), SAMPLE_RATE);
  expect(Math.abs(levelOf(levelled) - TARGET_LOUDNESS)).toBeLessThan(0.5);
});

test('the input is left as it is', () => {
  const samples = makeSpeech(1, SAMPLE_RATE);
  const before = new Float32Array(samples);
  levelLoudness(samples, SAMPLE_RATE);
  expect(areSame(samples, before)).toBe(true);
});

test('a clip that goes beyond full scale is lowered', () => {
  const levelled = levelLoudness(
    makeSpeech(2, SAMPLE_RATE).map((sample) => sample * 20),
    SAMPLE_RATE,
  );
  expect(peakLevel(levelled)).toBeLessThan(0.8);
});

test.each([NaN, Infinity])('a clip that holds %d is refused', (value) => {
  expect(() => levelLoudness(Float32Array.of(0.5, value), SAMPLE_RATE)).toThrow(RangeError);
});
