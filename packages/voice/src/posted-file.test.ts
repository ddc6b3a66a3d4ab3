import { beforeAll, expect, test } from 'vitest';
import { encodeVoice } from './encode-voice.ts';
import { loadEncoder } from './testing/mp3.ts';
import { areSame } from './testing/same.ts';
import { makeSpeech } from './testing/speech.ts';
import type { Mp3Encoder } from './write-mp3.ts';

/* A posted file contains nothing about the person or the device. */

const SAMPLE_RATE = 44_100;
const SPEECH = makeSpeech(2, SAMPLE_RATE);

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await loadEncoder();
});

test.each(['MP3', 'WAV'])(
  'the same samples give the same file on two devices, with nothing in it but the sound: %s',
  async (type) => {
    const devices = type === 'MP3' ? [encoder, await loadEncoder()] : [null, null];
    // The first has posted another clip before.
    encodeVoice(makeSpeech(1, SAMPLE_RATE), SAMPLE_RATE, devices[0]!);
    const [one, other] = devices.map((each) => encodeVoice(SPEECH, SAMPLE_RATE, each).bytes);
    expect(areSame(one!, other!)).toBe(true);
    const text = String.fromCharCode(...one!.subarray(0, 400));
    expect(text).not.toMatch(/ID3|TAG|APETAGEX|LIST|INFO|bext|id3/);
  },
);

test('the first frame of an MP3 says how long it is, and no setting or device', () => {
  const { bytes } = encodeVoice(SPEECH, SAMPLE_RATE, encoder);
  const frame = bytes.slice(0, 208);
  // What follows from the sound: how many frames, bytes and samples there are, and checksums.
  for (const [from, to] of [
    [29, 37],
    [58, 61],
    [65, 73],
  ] as const) {
    frame.fill(0, from, to);
  }
  const nonZero = Array.from(frame.subarray(4), (byte, i) => [i + 4, byte] as const).filter(
    ([, byte]) => byte !== 0,
  );
  const letters = (at: number, word: string) =>
    Array.from(word, (letter, i) => [at + i, letter.charCodeAt(0)] as const);
  expect(nonZero).toEqual([
    ...letters(21, 'Info'),
    // That frames and bytes are said; a constant bitrate, of 64 kbit/s.
    [28, 3],
    // Players look for the samples to drop behind an encoder's name alone.
    ...letters(37, 'LAME3.100'),
    [46, 1],
    [57, 64],
  ]);
});

test('a WAV is 44 bytes of header and the samples', () => {
  const { bytes } = encodeVoice(SPEECH, SAMPLE_RATE, null);
  expect(bytes).toHaveLength(44 + SPEECH.length * 2);
  expect(String.fromCharCode(...bytes.subarray(8, 16), ...bytes.subarray(36, 40))).toBe(
    'WAVEfmt data',
  );
});
