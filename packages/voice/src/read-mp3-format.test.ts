import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Mp3Error } from './mp3-error.ts';
import { makeInfoFrame } from './mp3-info-frame.ts';
import { readMp3Format } from './read-mp3-format.ts';
import { ascii, concatenate, makeFrame, type TestFrame } from './testing/mp3-file.ts';

const makeFrames = (count: number, frame?: TestFrame) =>
  concatenate(...Array.from({ length: count }, () => makeFrame(frame)));

const TEN_FRAMES = makeFrames(10);

/** Ten frames behind one that says what to drop. */
const GAPLESS = concatenate(
  makeInfoFrame(TEN_FRAMES, { frames: 10, delay: 576, padding: 1000 }),
  TEN_FRAMES,
);

/** An ID3v2.4 tag of that many bytes behind its header. */
const makeTag = (size: number, flags = 0) =>
  concatenate(
    ascii('ID3'),
    Uint8Array.of(4, 0, flags, 0, 0, size >> 7, size & 0x7f),
    new Uint8Array(size + (flags & 0x10 ? 10 : 0)).fill(0xff),
  );

const codeOf = (bytes: Uint8Array) => {
  try {
    readMp3Format(bytes);
    return 'read';
  } catch (error) {
    return error instanceof Mp3Error ? error.code : error;
  }
};

describe('reading an MP3 file', () => {
  test.each<{ name: string; frame: TestFrame; sampleRate: number; bitrate: number; spf: number }>([
    { name: 'MPEG-1, mono', frame: {}, sampleRate: 44_100, bitrate: 63_700, spf: 1152 },
    {
      name: 'MPEG-1, stereo, 320 kbit/s',
      frame: { bitrateIndex: 14, rateIndex: 1, channels: 2, length: 960 },
      sampleRate: 48_000,
      bitrate: 320_000,
      spf: 1152,
    },
    {
      name: 'MPEG-2, 40 kbit/s',
      frame: { version: 2, rateIndex: 1, length: 120 },
      sampleRate: 24_000,
      bitrate: 40_000,
      spf: 576,
    },
    {
      name: 'MPEG-2.5, 8 kbit/s',
      frame: { version: 0, bitrateIndex: 1, rateIndex: 2, length: 72 },
      sampleRate: 8_000,
      bitrate: 8_000,
      spf: 576,
    },
    {
      name: 'padded frames',
      frame: { padded: true, length: 209 },
      sampleRate: 44_100,
      bitrate: 64_000,
      spf: 1152,
    },
  ])('of $name', ({ frame, sampleRate, bitrate, spf }) => {
    const format = readMp3Format(makeFrames(7, frame));
    expect(format).toMatchObject({
      sampleRate,
      frames: 7,
      channels: frame.channels ?? 1,
      delay: 0,
      padding: 0,
      duration: (7 * spf) / sampleRate,
    });
    expect(Math.abs(format.bitrate - bitrate)).toBeLessThan(10);
  });

  test('the samples that the info frame marks are not part of the sound', () => {
    expect(readMp3Format(GAPLESS)).toMatchObject({
      frames: 10,
      delay: 576 + 529,
      padding: 1000 - 529,
      duration: (11_520 - 576 - 1000) / 44_100,
    });
  });

  test.each(['Xing', 'Info'])('an info frame with the mark %s and all fields is read', (mark) => {
    const first = makeFrame({ bitrateIndex: 9, length: 417 });
    first.set(ascii(mark), 21);
    first[28] = 0b1111;
    first[32] = 10;
    first.set(ascii('Lavc60.3.'), 141);
    first.set([0x24, 0x03, 0xe8], 162);
    const format = readMp3Format(concatenate(first, TEN_FRAMES));
    expect(format).toMatchObject({ frames: 10, delay: 576 + 529, padding: 1000 - 529 });
  });

  test('an info frame without an encoder’s name marks no samples', () => {
    const first = makeFrame();
    first.set(ascii('Info'), 21);
    const format = readMp3Format(concatenate(first, TEN_FRAMES));
    expect(format).toMatchObject({ frames: 10, delay: 0, padding: 0 });
  });

  test('frames may vary in their bitrate', () => {
    const loud = makeFrame({ bitrateIndex: 9, length: 417 });
    const format = readMp3Format(concatenate(makeFrame(), loud, makeFrame()));
    expect(format.frames).toBe(3);
    expect(format.bitrate).toBeCloseTo(((208 + 417 + 208) * 8 * 44_100) / (3 * 1152), 5);
  });

  test.each([
    ['a tag', makeTag(300)],
    ['a tag with a footer', makeTag(300, 0x10)],
    ['two tags', concatenate(makeTag(20), makeTag(5))],
  ])('%s before the sound is skipped', (_, tag) => {
    expect(readMp3Format(concatenate(tag, GAPLESS))).toEqual(readMp3Format(GAPLESS));
  });

  test.each(['TAG', 'APETAGEX', 'LYRICSBEGIN'])('%s after the sound is left out', (name) => {
    const tagged = concatenate(GAPLESS, ascii(name), new Uint8Array(128));
    expect(readMp3Format(tagged)).toEqual(readMp3Format(GAPLESS));
  });

  test.each([1, 3, 4, 100, 207])('a last frame of %i bytes is not counted', (length) => {
    const cut = concatenate(TEN_FRAMES, makeFrame().subarray(0, length));
    expect(readMp3Format(cut)).toEqual(readMp3Format(TEN_FRAMES));
  });

  test('a truncated file is sound to its end', () => {
    const format = readMp3Format(GAPLESS.subarray(0, 208 * 6 - 1));
    expect(format).toMatchObject({ frames: 4, delay: 1105, padding: 0 });
    expect(format.duration).toBeCloseTo((4 * 1152 - 1105) / 44_100, 8);
  });

  test('the dropped samples never exceed the file', () => {
    const claims = makeInfoFrame(TEN_FRAMES, { frames: 1, delay: 4095, padding: 4095 });
    const format = readMp3Format(concatenate(claims, makeFrame()));
    expect(format).toMatchObject({ frames: 1, delay: 1152, padding: 0, duration: 0 });
  });
});

describe('refusing', () => {
  test.each([
    ['nothing', new Uint8Array(0)],
    ['a WAV file', ascii('RIFF    WAVEfmt ')],
    ['an Ogg file', ascii('OggS')],
    ['AAC in ADTS', Uint8Array.of(0xff, 0xf1, 0x50, 0x80, 0, 0, 0, 0)],
    ['layer II', Uint8Array.of(0xff, 0xfd, 0x80, 0, 0, 0, 0, 0)],
    ['a tag alone', makeTag(100)],
    ['a tag that is cut short', makeTag(100).subarray(0, 50)],
    ['a frame of free format', makeFrame({ bitrateIndex: 0 })],
    ['a frame of the reserved bitrate', makeFrame({ bitrateIndex: 15 })],
    ['a frame of the reserved rate', makeFrame({ rateIndex: 3 })],
    ['a frame of the reserved version', makeFrame({ version: 1 })],
    ['a header that is cut short', makeFrame().subarray(0, 3)],
  ])('%s, which is no MP3 file', (_, bytes) => {
    expect(codeOf(bytes)).toBe('not-mp3');
  });

  test.each([
    ['a header and no frame', makeFrame().subarray(0, 100)],
    ['a first frame with nothing behind it', GAPLESS.subarray(0, 208)],
    ['something else behind the frames', concatenate(TEN_FRAMES, ascii('<script>'))],
    [
      'another rate behind the frames',
      concatenate(TEN_FRAMES, makeFrame({ rateIndex: 2, length: 288 })),
    ],
    ['another number of channels', concatenate(TEN_FRAMES, makeFrame({ channels: 2 }))],
  ])('%s, which is a broken one', (_, bytes) => {
    expect(codeOf(bytes)).toBe('malformed');
  });
});

/** Reads bytes that may be no MP3 file; errors other than `Mp3Error` are thrown on. */
function verdictOn(bytes: Uint8Array): 'sound' | 'nonsense' | 'refused' {
  try {
    const { duration, delay, padding, frames, bitrate } = readMp3Format(bytes);
    const isSane =
      [duration, delay, padding, bitrate].every((value) => Number.isFinite(value) && value >= 0) &&
      frames > 0 &&
      frames < bytes.length;
    return isSane ? 'sound' : 'nonsense';
  } catch (error) {
    if (error instanceof Mp3Error) return 'refused';
    throw error;
  }
}

describe('reading untrusted bytes', () => {
  test('any bytes behind the beginnings of files are read or refused by Mp3Error', () => {
    const beginning = fc.constantFrom(
      new Uint8Array(0),
      Uint8Array.of(0xff, 0xfb),
      Uint8Array.of(0xff, 0xe3),
      ascii('ID3'),
      GAPLESS.subarray(0, 25),
      GAPLESS.subarray(0, 60),
      GAPLESS.subarray(0, 500),
    );
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: 600 }), (start, rest) => {
        expect(verdictOn(concatenate(start, rest))).not.toBe('nonsense');
      }),
      { numRuns: 500 },
    );
  });

  test('a file in which any bytes were changed or that was cut is read or refused', () => {
    const change = fc.tuple(fc.nat(GAPLESS.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(GAPLESS.length), (changes, length) => {
        const damaged = GAPLESS.slice();
        for (const [at, byte] of changes) damaged[at] = byte;
        expect(verdictOn(damaged.subarray(0, length))).not.toBe('nonsense');
      }),
      { numRuns: 500 },
    );
  });
});
