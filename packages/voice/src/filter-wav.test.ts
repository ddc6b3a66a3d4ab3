import { expect, test } from 'vitest';
import { readWav } from './read-wav.ts';
import { makeSpeech } from './testing/speech.ts';
import { filterSamples } from './filter-samples.ts';
import { filterWav } from './filter-wav.ts';
import { VOICE_FILTER_IDS } from './filter-ids.ts';
import { WavError } from './wav-error.ts';
import { writeWav } from './write-wav.ts';

const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };
const CLIP = writeWav(makeSpeech(1, 22_050), 22_050);

test.each(VOICE_FILTER_IDS)('%s gives the same samples for a file as for samples', (filter) => {
  const { samples, sampleRate } = readWav(CLIP);
  const expected = filterSamples(samples, sampleRate, filter, OPTIONS);
  const masked = readWav(filterWav(CLIP, filter, OPTIONS));
  expect(masked.sampleRate).toBe(22_050);
  expect(masked.samples).toHaveLength(expected.length);
  masked.samples.forEach((sample, index) => {
    if (Math.abs(sample - expected[index]!) > 1 / 32_000) {
      throw new Error(`Sample ${index} is ${sample}, not ${expected[index]}.`);
    }
  });
});

test('original returns a 16-bit mono file bit for bit', () => {
  expect(filterWav(CLIP, 'original')).toEqual(CLIP);
});

test('the seed is passed to the filter', () => {
  const render = (seed: number) => filterWav(CLIP, 'vintage', { seed });
  expect(render(1)).toEqual(render(1));
  expect(render(1)).not.toEqual(render(2));
});

test('the input is not changed', () => {
  const bytes = CLIP.slice();
  for (const filter of VOICE_FILTER_IDS) filterWav(bytes, filter, OPTIONS);
  expect(bytes).toEqual(CLIP);
});

test('bytes that are no WAV file are refused', () => {
  expect(() => filterWav(new Uint8Array(100), 'robot')).toThrow(WavError);
});
