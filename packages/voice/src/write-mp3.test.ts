import { beforeAll, describe, expect, test } from 'vitest';
import { readMp3Format } from './read-mp3-format.ts';
import { resample } from './resample.ts';
import { rootMeanSquare } from './gain.ts';
import { decodeMp3, loadEncoder } from './testing/mp3.ts';
import { areSame } from './testing/same.ts';
import { decibels } from './testing/spectrum.ts';
import { makeSpeech } from './testing/speech.ts';
import { makeTone } from './testing/tone.ts';
import { mp3Size } from './mp3-size.ts';
import { writeMp3, type Mp3Encoder } from './write-mp3.ts';

const SAMPLE_RATE = 44_100;

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await loadEncoder();
});

const makeImpulse = (at: number, length: number) => {
  const samples = new Float32Array(length);
  samples[at] = 0.9;
  return samples;
};

/** Where the greatest magnitude is. */
const loudestAt = (samples: Float32Array) => {
  const magnitudes = samples.map(Math.abs);
  return magnitudes.indexOf(magnitudes.reduce((a, b) => Math.max(a, b), 0));
};

/** Encodes without the info frame. */
const withoutInfo = (file: Uint8Array) => {
  const { frames } = readMp3Format(file);
  const bare = file.subarray(208);
  return { bare, frames };
};

describe('an encoded clip', () => {
  test.each([0, 100, 5_000, 22_050, 44_000])(
    'a click at sample %i is decoded there',
    async (at) => {
      const file = writeMp3(makeImpulse(at, SAMPLE_RATE), SAMPLE_RATE, encoder);
      const { samples } = await decodeMp3(file);
      expect(Math.abs(loudestAt(samples) - at)).toBeLessThan(0.001 * SAMPLE_RATE);
    },
  );

  test('a click is at most 30 ms late in a player that drops nothing', async () => {
    const file = writeMp3(makeImpulse(22_050, SAMPLE_RATE), SAMPLE_RATE, encoder);
    const { bare, frames } = withoutInfo(file);
    expect(readMp3Format(bare)).toMatchObject({ frames, delay: 0 });
    const { samples } = await decodeMp3(bare);
    expect(Math.abs(loudestAt(samples) - 22_050)).toBeLessThan(0.03 * SAMPLE_RATE);
  });

  test.each([1, 2, 575, 576, 1151, 1152, 1153, 2304, 20_000, 65_536, 65_537])(
    'a clip of %i samples is as long afterwards',
    async (length) => {
      const { samples } = await decodeMp3(
        writeMp3(makeSpeech(2, SAMPLE_RATE).subarray(0, length), SAMPLE_RATE, encoder),
      );
      expect(samples).toHaveLength(length);
    },
  );

  test.each([0.3, 0.5, 1, 7.77, 12.4, 61.3])(
    'a clip of %d s is as large as mp3Size says before',
    (seconds) => {
      // Rounding to samples at each rate matters most for the shortest clips.
      for (const rate of seconds < 60 ? [SAMPLE_RATE, 48_000, 16_000] : [16_000]) {
        const samples = new Float32Array(Math.round(seconds * rate));
        const file = writeMp3(samples, rate, encoder);
        expect(mp3Size(samples.length / rate)).toBe(file.length);
      }
    },
  );

  test('five minutes take no more than half a megabyte a minute', () => {
    expect(mp3Size(300)).toBeLessThanOrEqual(5 * 500_000);
  });

  test('an empty clip is a file without sound', () => {
    const format = readMp3Format(writeMp3(new Float32Array(0), SAMPLE_RATE, encoder));
    expect(format.duration).toBe(0);
  });

  test('a voice is the same at every moment, but for what the encoder leaves out', async () => {
    const speech = makeSpeech(3, SAMPLE_RATE);
    const { samples, sampleRate } = await decodeMp3(writeMp3(speech, SAMPLE_RATE, encoder));
    expect(sampleRate).toBe(SAMPLE_RATE);
    const errorAt = (lag: number) =>
      rootMeanSquare(samples.map((sample, i) => sample - (speech[i + lag] ?? 0))) /
      rootMeanSquare(speech);
    expect(decibels(errorAt(0))).toBeLessThan(-12);
    expect(errorAt(1)).toBeGreaterThan(errorAt(0));
    expect(errorAt(-1)).toBeGreaterThan(errorAt(0));
  });

  test.each([5, 20])('%i seconds are as loud as they were', async (seconds) => {
    const tone = makeTone(440, seconds, SAMPLE_RATE, 0.3);
    const { samples } = await decodeMp3(writeMp3(tone, SAMPLE_RATE, encoder));
    expect(Math.abs(decibels(rootMeanSquare(samples) / rootMeanSquare(tone)))).toBeLessThan(0.1);
  });

  test('the same samples give the same bytes, also from an encoder that was used before', () => {
    const speech = makeSpeech(2, SAMPLE_RATE);
    const first = writeMp3(speech, SAMPLE_RATE, encoder);
    writeMp3(new Float32Array(10 * SAMPLE_RATE), SAMPLE_RATE, encoder);
    expect(areSame(writeMp3(speech, SAMPLE_RATE, encoder), first)).toBe(true);
  });

  test.each([8_000, 16_000, 22_050, 48_000])('a clip at %i Hz keeps its length', async (rate) => {
    const { samples, sampleRate } = await decodeMp3(writeMp3(makeSpeech(2, rate), rate, encoder));
    expect(samples.length / sampleRate).toBeCloseTo(2, 3);
  });
});

describe('the file', () => {
  const speech = makeSpeech(10, SAMPLE_RATE);
  const spoken = resample(speech, SAMPLE_RATE, 8_000);

  test('of a minute takes no more than half a megabyte', () => {
    const samples = new Float32Array(60 * 8_000);
    for (let at = 0; at < samples.length; at += spoken.length) {
      samples.set(spoken.subarray(0, samples.length - at), at);
    }
    const file = writeMp3(samples, 8_000, encoder);
    expect(file.length).toBeLessThanOrEqual(500_000);
    const format = readMp3Format(file);
    expect(format.duration).toBeCloseTo(60, 3);
    expect(Math.round(format.bitrate / 1000)).toBe(64);
  });

  test('states what decoders drop, and that the bitrate is constant', () => {
    const file = writeMp3(speech.subarray(0, 10_000), SAMPLE_RATE, encoder);
    const text = String.fromCharCode(...file.subarray(0, 208));
    expect(text.slice(21, 25)).toBe('Info');
    expect(text.slice(37, 46)).toBe('LAME3.100');
    const { frames, delay, padding } = readMp3Format(file);
    expect(delay).toBe(576 + 529);
    expect(frames * 1152 - delay - padding).toBe(10_000);
  });

  test('has no tags', () => {
    const file = writeMp3(speech.subarray(0, 10_000), SAMPLE_RATE, encoder);
    const text = Array.from(file, (byte) => String.fromCharCode(byte)).join('');
    expect(text.startsWith('\u00ff\u00fb')).toBe(true);
    expect(text).not.toMatch(/ID3|TAG|APETAGEX/);
  });
});

test('an encoder that makes something else is noticed', () => {
  const broken: Mp3Encoder = {
    configure() {},
    encode: () => Uint8Array.of(1, 2, 3),
    finalize: () => new Uint8Array(0),
  };
  expect(() => writeMp3(new Float32Array(10), SAMPLE_RATE, broken)).toThrow('no frame at byte 0');
});
