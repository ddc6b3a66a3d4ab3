import { beforeAll, expect, test } from 'vitest';
import { encodeVoice } from './encode-voice.ts';
import { VOICE_FILTER_IDS } from './filter-ids.ts';
import { filterSamples } from './filter-samples.ts';
import { peakLevel } from './gain.ts';
import { levelLoudness } from './level-loudness.ts';
import { measurePeaks } from './peaks.ts';
import { readMp3Format } from './read-mp3-format.ts';
import { readWav } from './read-wav.ts';
import { decodeMp3, loadEncoder } from './testing/mp3.ts';
import { makeSpeech } from './testing/speech.ts';
import type { Mp3Encoder } from './write-mp3.ts';

const SAMPLE_RATE = 44_100;
const RANDOM = Uint32Array.of(1, 2, 3, 4);
const SPEECH = makeSpeech(3, SAMPLE_RATE);

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await loadEncoder();
});

test.each(VOICE_FILTER_IDS)('duration and peaks of %s are those of what is posted', async (id) => {
  const voice = filterSamples(SPEECH, SAMPLE_RATE, id, { random: RANDOM });
  const { bytes, type, duration, peaks } = encodeVoice(voice, SAMPLE_RATE, encoder);
  expect(type).toBe('audio/mpeg');
  expect(readMp3Format(bytes).duration).toBeCloseTo(duration, 8);
  const output = await decodeMp3(bytes);
  expect(output.samples).toHaveLength(voice.length);
  const differences = measurePeaks(output.samples).map((peak, i) => Math.abs(peak - peaks[i]!));
  expect(differences.reduce((sum, difference) => sum + difference) / 100).toBeLessThan(12);
});

test('a peak of the waveform is at the position of its sound', async () => {
  const clip = new Float32Array(10 * SAMPLE_RATE);
  clip.set(SPEECH.subarray(0.06 * SAMPLE_RATE, 0.1 * SAMPLE_RATE), 6.53 * SAMPLE_RATE);
  const { bytes, peaks } = encodeVoice(clip, SAMPLE_RATE, encoder);
  const { samples } = await decodeMp3(bytes);
  expect(peaks.indexOf(100)).toBe(65);
  expect(measurePeaks(samples).indexOf(100)).toBe(65);
});

test('the levelled voice is a WAV file if there is no encoder', () => {
  const { bytes, type, duration, peaks } = encodeVoice(SPEECH, SAMPLE_RATE, null);
  const levelled = levelLoudness(SPEECH, SAMPLE_RATE);
  expect(type).toBe('audio/wav');
  expect(duration).toBe(3);
  expect(peaks).toEqual(measurePeaks(SPEECH));
  const { samples, sampleRate } = readWav(bytes);
  expect(sampleRate).toBe(SAMPLE_RATE);
  expect(peakLevel(samples.map((sample, i) => sample - levelled[i]!))).toBeLessThan(1 / 32_768);
});

test.each([null, 'mp3'])('an empty clip is encoded (%s)', (how) => {
  const { duration, peaks } = encodeVoice(
    new Float32Array(0),
    SAMPLE_RATE,
    how === null ? null : encoder,
  );
  expect(duration).toBe(0);
  expect(peaks).toEqual(Array.from({ length: 100 }, () => 0));
});
