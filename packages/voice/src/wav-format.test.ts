import { describe, expect, test } from 'vitest';
import { makeData, makeExtensibleFmt, makeFmt, makeWavFile } from './testing/wav-file.ts';
import { WavError } from './wav-error.ts';
import type { WavErrorCode } from './wav-error.ts';
import { readWavFormat } from './wav-format.ts';

const FOUR_FRAMES = makeData(Int16Array.of(1, 2, 3, 4));

describe('a header states', () => {
  test('encoding, channels, rate, frames and length', () => {
    const fmt = makeFmt({ channels: 2, sampleRate: 8_000 });
    expect(readWavFormat(makeWavFile([fmt, FOUR_FRAMES]))).toEqual({
      encoding: 'integer',
      bitsPerSample: 16,
      channels: 2,
      sampleRate: 8_000,
      frames: 2,
      duration: 2 / 8_000,
      dataOffset: 44,
    });
  });

  test('the format among chunks in any order and of unknown kinds', () => {
    const other = { id: 'LIST', body: Uint8Array.of(1, 2, 3) };
    const file = makeWavFile([other, FOUR_FRAMES, other, makeFmt(), other]);
    expect(readWavFormat(file)).toMatchObject({ frames: 4, dataOffset: 12 + 12 + 8 });
  });

  test('the size of a data chunk that exceeds the file', () => {
    const file = makeWavFile([makeFmt(), { ...FOUR_FRAMES, size: 4_000_000 }]);
    expect(readWavFormat(file).frames).toBe(4);
  });

  test.each([0, 0xffffffff])('the length of a stream whose sizes are %i', (size) => {
    const file = makeWavFile([makeFmt(), { ...FOUR_FRAMES, size }], size);
    expect(readWavFormat(file).frames).toBe(4);
  });

  test('the length of a stream whose RIFF size counts only the header', () => {
    const file = makeWavFile([makeFmt(), { ...FOUR_FRAMES, size: 0 }], 36);
    expect(readWavFormat(file).frames).toBe(4);
  });

  test('an empty clip before other chunks', () => {
    const behind = { id: 'LIST', body: Uint8Array.of(1, 2, 3, 4) };
    const file = makeWavFile([makeFmt(), { id: 'data', body: new Uint8Array(0) }, behind]);
    expect(readWavFormat(file).frames).toBe(0);
  });
});

describe('a header is refused', () => {
  const unknownGuid = makeExtensibleFmt();
  unknownGuid.body[39] = 0;
  const shortFmt = { id: 'fmt ', body: makeFmt().body.slice(0, 14) };
  const shortExtensible = { id: 'fmt ', body: makeExtensibleFmt().body.slice(0, 24) };

  const refusals: [string, WavErrorCode, Uint8Array][] = [
    ['of nothing', 'not-wav', new Uint8Array(0)],
    ['of another file', 'not-wav', new TextEncoder().encode('OggS, and so on')],
    ['of another RIFF file', 'not-wav', new TextEncoder().encode('RIFF....AVI LIST')],
    ['without a format', 'malformed', makeWavFile([FOUR_FRAMES])],
    ['without data', 'malformed', makeWavFile([makeFmt()])],
    ['with half a format', 'malformed', makeWavFile([shortFmt, FOUR_FRAMES])],
    ['with half an extension', 'malformed', makeWavFile([shortExtensible, FOUR_FRAMES])],
    ['without channels', 'malformed', makeWavFile([makeFmt({ channels: 0 }), FOUR_FRAMES])],
    [
      'with a wrong frame size',
      'malformed',
      makeWavFile([makeFmt({ blockAlign: 3 }), FOUR_FRAMES]),
    ],
    ['of compressed sound', 'unsupported', makeWavFile([makeFmt({ tag: 0x55 }), FOUR_FRAMES])],
    ['of 12 bits', 'unsupported', makeWavFile([makeFmt({ bitsPerSample: 12 }), FOUR_FRAMES])],
    ['of an unknown subtype', 'unsupported', makeWavFile([unknownGuid, FOUR_FRAMES])],
    ['at no rate', 'unsupported', makeWavFile([makeFmt({ sampleRate: 0 }), FOUR_FRAMES])],
    ['at an absurd rate', 'unsupported', makeWavFile([makeFmt({ sampleRate: 2e9 }), FOUR_FRAMES])],
  ];

  test.each(refusals)('%s, as %s', (_, code, file) => {
    expect(() => readWavFormat(file)).toThrow(WavError);
    expect(() => readWavFormat(file)).toThrow(expect.objectContaining({ code }));
  });
});
