import { readMp3Frame } from './mp3-frame.ts';
import { makeInfoFrame } from './mp3-info-frame.ts';
import { ENCODER_DELAY, MP3_QUALITY, mp3Size } from './mp3-size.ts';
import { resample } from './resample.ts';

/** The part of the interface of `wasm-media-encoders` that is used. */
export type Mp3Encoder = {
  configure(params: {
    channels: 1;
    sampleRate: typeof MP3_QUALITY.sampleRate;
    bitrate: typeof MP3_QUALITY.bitrate;
    outputSampleRate: typeof MP3_QUALITY.sampleRate;
  }): void;
  /** The next call overwrites the returned array. */
  encode(samples: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
};

/** LAME attenuates by this factor at low bitrates. It is compensated, so that an MP3 is as loud as a WAV. */
const ENCODER_GAIN = 0.95;

/** Samples per call of the encoder, which copies them: a second and a half. */
const PORTION = 65_536;

/**
 * Encodes one channel of sound as an MP3 file of a constant bitrate, `MP3_QUALITY`. It has no tags. Its info frame states which samples decoders drop, so
 * that the file plays for exactly the length of the sound.
 *
 * The same samples give the same bytes on every device.
 *
 * @param samples within ±1.
 * @param sampleRate in Hz, a whole number.
 * @param encoder LAME, as `wasm-media-encoders` has it.
 */
export function writeMp3(
  samples: Float32Array,
  sampleRate: number,
  encoder: Mp3Encoder,
): Uint8Array<ArrayBuffer> {
  const resampled = resample(samples, sampleRate, MP3_QUALITY.sampleRate);
  for (let i = 0; i < resampled.length; i++) resampled[i]! /= ENCODER_GAIN;
  const music = encode(resampled, encoder);
  const { frames, length } = countSamples(music);
  const info = makeInfoFrame(music, {
    frames,
    delay: ENCODER_DELAY,
    padding: length - ENCODER_DELAY - resampled.length,
  });
  const file = new Uint8Array(info.length + music.length);
  file.set(info);
  file.set(music, info.length);
  return file;
}

/** @param samples at the rate of `MP3_QUALITY` */
function encode(samples: Float32Array, encoder: Mp3Encoder): Uint8Array {
  const { bitrate, sampleRate } = MP3_QUALITY;
  encoder.configure({ channels: 1, sampleRate, bitrate, outputSampleRate: sampleRate });
  const buffer = new Uint8Array(mp3Size(samples.length / sampleRate));
  let length = 0;
  const append = (bytes: Uint8Array) => {
    buffer.set(bytes, length);
    length += bytes.length;
  };
  for (let start = 0; start < samples.length; start += PORTION) {
    append(encoder.encode([samples.subarray(start, start + PORTION)]));
  }
  append(encoder.finalize());
  return buffer.subarray(0, length);
}

/** Counts the frames of the encoder and their samples. */
function countSamples(music: Uint8Array): { frames: number; length: number } {
  let frames = 0;
  let length = 0;
  for (let offset = 0; offset < music.length; frames++) {
    const frame = readMp3Frame(music, offset);
    if (!frame) throw new Error(`The encoder wrote no frame at byte ${offset}.`);
    offset += frame.length;
    length += frame.samples;
  }
  return { frames, length };
}
