import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWav } from './read-wav.ts';
import { makeData, makeExtensibleFmt, makeFmt, makeWavFile } from './testing/wav-file.ts';
import { WavError } from './wav-error.ts';
import { writeWav } from './write-wav.ts';

/** Full scale down, half down, silence, half up: exact in every encoding. */
const LEVELS = [-1, -0.5, 0, 0.5];

const ENCODINGS = [
  { name: '8-bit', tag: 1, bitsPerSample: 8, data: Uint8Array.of(0, 64, 128, 192) },
  { name: '16-bit', tag: 1, bitsPerSample: 16, data: Int16Array.of(-32768, -16384, 0, 16384) },
  {
    name: '24-bit',
    tag: 1,
    bitsPerSample: 24,
    data: Uint8Array.of(0, 0, 0x80, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0x40),
  },
  {
    name: '32-bit',
    tag: 1,
    bitsPerSample: 32,
    data: Int32Array.of(-(2 ** 31), -(2 ** 30), 0, 2 ** 30),
  },
  { name: '32-bit float', tag: 3, bitsPerSample: 32, data: Float32Array.from(LEVELS) },
  { name: '64-bit float', tag: 3, bitsPerSample: 64, data: Float64Array.from(LEVELS) },
];

describe('reading a WAV file', () => {
  test.each(ENCODINGS)('$name samples, plain and extensible', ({ tag, bitsPerSample, data }) => {
    for (const makeAnyFmt of [makeFmt, makeExtensibleFmt]) {
      const fmt = makeAnyFmt({ tag, bitsPerSample, sampleRate: 22_050 });
      const clip = readWav(makeWavFile([fmt, makeData(data)]));
      expect(clip.sampleRate).toBe(22_050);
      expect([...clip.samples]).toEqual(LEVELS);
    }
  });

  test.each(ENCODINGS)(
    '$name samples at an odd place in memory',
    ({ tag, bitsPerSample, data }) => {
      const file = makeWavFile([makeFmt({ tag, bitsPerSample }), makeData(data)]);
      const shifted = new Uint8Array(file.length + 1);
      shifted.set(file, 1);
      expect([...readWav(shifted.subarray(1)).samples]).toEqual(LEVELS);
    },
  );

  test.each([2, 3, 6])('%i channels are mixed to one by their mean', (channels) => {
    const interleaved = new Int16Array(2 * channels);
    interleaved[0] = 0.5 * 32768;
    interleaved[channels] = -0.25 * 32768;
    const file = makeWavFile([makeFmt({ channels }), makeData(interleaved)]);
    const { samples } = readWav(file);
    expect(samples).toHaveLength(2);
    expect(samples[0]).toBeCloseTo(0.5 / channels);
    expect(samples[1]).toBeCloseTo(-0.25 / channels);
  });

  test('floats that are NaN, infinite or far beyond full scale become silence', () => {
    const data = Float32Array.of(NaN, Infinity, -Infinity, 3e38, 1.5);
    const file = makeWavFile([makeFmt({ tag: 3, bitsPerSample: 32 }), makeData(data)]);
    expect([...readWav(file).samples]).toEqual([0, 0, 0, 0, 1.5]);
  });

  test('a truncated frame is left out', () => {
    const file = makeWavFile([makeFmt({ channels: 2 }), makeData(Int16Array.of(16384, 16384, 7))]);
    expect([...readWav(file).samples]).toEqual([0.5]);
  });

  test('an empty clip gives no samples', () => {
    expect(readWav(writeWav(new Float32Array(0), 44_100)).samples).toHaveLength(0);
  });
});

/** Reads bytes that may be no WAV file; errors other than `WavError` are thrown on. */
function verdictOn(bytes: Uint8Array): 'sound' | 'nonsense' | 'refused' {
  try {
    const { samples } = readWav(bytes);
    const sane = samples.length <= bytes.length && samples.every(Number.isFinite);
    return sane ? 'sound' : 'nonsense';
  } catch (error) {
    if (error instanceof WavError) return 'refused';
    throw error;
  }
}

describe('reading untrusted bytes', () => {
  test('any bytes at all are read or refused by WavError', () => {
    const anything = fc.uint8Array({ maxLength: 256 });
    fc.assert(
      fc.property(anything, (bytes) => {
        expect(verdictOn(bytes)).toBe('refused');
      }),
    );
  });

  test('any chunks behind RIFF and WAVE are read or refused by WavError', () => {
    const chunk = fc.record({
      id: fc.constantFrom('fmt ', 'data', 'LIST', 'JUNK'),
      body: fc.uint8Array({ maxLength: 48 }),
      size: fc.oneof(fc.nat(64), fc.constantFrom(0, 0x7fffffff, 0x80000000, 0xffffffff)),
    });
    const file = fc
      .tuple(fc.array(chunk, { maxLength: 5 }), fc.nat(0xffffffff))
      .map(([chunks, riffSize]) => makeWavFile(chunks, riffSize));
    fc.assert(
      fc.property(file, (bytes) => {
        expect(verdictOn(bytes)).not.toBe('nonsense');
      }),
      { numRuns: 500 },
    );
  });

  test('a sound file with bytes changed or cut off is read or refused by WavError', () => {
    const files = [makeFmt, makeExtensibleFmt].flatMap((makeAnyFmt) =>
      ENCODINGS.map(({ tag, bitsPerSample, data }) =>
        makeWavFile([makeAnyFmt({ tag, bitsPerSample }), makeData(data)]),
      ),
    );
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255) });
    const damage = fc.record({
      file: fc.constantFrom(...files),
      changes: fc.array(change, { maxLength: 4 }),
      cut: fc.oneof(fc.constant(0), fc.nat(64)),
    });
    fc.assert(
      fc.property(damage, ({ file, changes, cut }) => {
        const damaged = file.slice();
        for (const { at, byte } of changes) damaged[at % damaged.length] = byte;
        expect(verdictOn(damaged.subarray(0, damaged.length - cut))).not.toBe('nonsense');
      }),
      { numRuns: 2000 },
    );
  });
});
