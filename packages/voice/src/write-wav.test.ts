import { expect, test } from 'vitest';
import { readWav } from './read-wav.ts';
import { readWavFormat } from './wav-format.ts';
import { writeWav } from './write-wav.ts';

/** The 16-bit steps behind the header. */
const stepsOf = (file: Uint8Array<ArrayBuffer>) => [...new Int16Array(file.buffer, 44)];

test('the header states 16-bit mono PCM and the length', () => {
  const file = writeWav(new Float32Array(4_410), 44_100);
  expect(readWavFormat(file)).toMatchObject({
    encoding: 'integer',
    bitsPerSample: 16,
    channels: 1,
    sampleRate: 44_100,
    frames: 4_410,
    duration: 0.1,
  });
  const view = new DataView(file.buffer);
  expect(view.getUint32(4, true)).toBe(file.length - 8);
  expect(view.getUint32(28, true)).toBe(88_200);
});

test('every 16-bit value is written and read back unchanged', () => {
  const steps = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
  const samples = Float32Array.from(steps, (step) => step / 32_768);
  const file = writeWav(samples, 44_100);
  expect(stepsOf(file)).toEqual([...steps]);
  expect(readWav(file).samples).toEqual(samples);
});

test('values between two steps are rounded to the nearest, symmetrically around zero', () => {
  const samples = Float32Array.of(0.4, 0.6, -0.4, -0.6, 1.6, -1.6).map((step) => step / 32_768);
  expect(stepsOf(writeWav(samples, 44_100))).toEqual([0, 1, 0, -1, 2, -2]);
});

test('samples beyond full scale are clipped, and NaN becomes silence', () => {
  const samples = Float32Array.of(1, 1.5, -1.5, Infinity, -Infinity, NaN);
  const expected = [32_767, 32_767, -32_768, 32_767, -32_768, 0];
  expect(stepsOf(writeWav(samples, 44_100))).toEqual(expected);
});

test('the gain is applied before clipping', () => {
  expect(stepsOf(writeWav(Float32Array.of(0.25, 0.75), 44_100, 2))).toEqual([16_384, 32_767]);
});
