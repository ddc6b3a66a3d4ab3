import { readWavFormat } from './wav-format.ts';
import type { WavFormat } from './wav-format.ts';

/** Floats beyond this (60 dB over full scale) are no sound but damage, as NaN and infinity are. */
const HIGHEST_LEVEL = 1000;

/** One channel of sound. */
export type MonoClip = {
  /** Full scale is ±1; float files may go beyond it. Always finite. */
  samples: Float32Array<ArrayBuffer>;
  /** In Hz. */
  sampleRate: number;
};

/**
 * Decodes a WAV file and mixes its channels to one by their mean.
 *
 * Reads integers of 8, 16, 24 and 32 bits and floats of 32 and 64, plain or
 * WAVE_FORMAT_EXTENSIBLE. Values that cannot be sound (NaN, infinite) become silence. Allocates at most
 * eight times the size of the file.
 *
 * @throws {WavError} when the bytes are no WAV file, or one that cannot be read.
 */
export function readWav(bytes: Uint8Array): MonoClip {
  const format = readWavFormat(bytes);
  const interleaved = decode(bytes, format);
  return { samples: mixInterleaved(interleaved, format.channels), sampleRate: format.sampleRate };
}

/** The interleaved samples of all channels, as floats. */
function decode(bytes: Uint8Array, format: WavFormat): Float32Array<ArrayBuffer> {
  const { encoding, bitsPerSample, dataOffset } = format;
  const count = format.frames * format.channels;
  const source = alignedCopyOrView(
    bytes,
    dataOffset,
    count * (bitsPerSample / 8),
    bitsPerSample / 8,
  );
  const { buffer, byteOffset } = source;
  if (encoding === 'float') {
    return bitsPerSample === 32
      ? sane(new Float32Array(buffer, byteOffset, count))
      : sane(new Float64Array(buffer, byteOffset, count));
  }
  if (bitsPerSample === 8) return scale(source, -128, 1 / 0x80);
  if (bitsPerSample === 16) return scale(new Int16Array(buffer, byteOffset, count), 0, 1 / 0x8000);
  if (bitsPerSample === 32) {
    return scale(new Int32Array(buffer, byteOffset, count), 0, 1 / 0x80000000);
  }
  return decode24(source, count);
}

/**
 * The given bytes, as a view if they begin where a typed array of such elements may begin, else as
 * a copy. Typed arrays are in the machine's byte order: little-endian, like WAV, wherever
 * JavaScript runs today.
 */
function alignedCopyOrView(bytes: Uint8Array, offset: number, length: number, elementSize: number) {
  const view = bytes.subarray(offset, offset + length);
  return elementSize === 3 || view.byteOffset % elementSize === 0 ? view : view.slice();
}

function scale(
  source: Uint8Array | Int16Array | Int32Array,
  bias: number,
  factor: number,
): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(source.length);
  for (let i = 0; i < samples.length; i++) samples[i] = (source[i]! + bias) * factor;
  return samples;
}

function decode24(source: Uint8Array, count: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    // Shifting the top byte to bit 31 and back carries its sign.
    const value = source[at]! | (source[at + 1]! << 8) | ((source[at + 2]! << 24) >> 8);
    samples[i] = value / 0x800000;
  }
  return samples;
}

function sane(source: Float32Array | Float64Array): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(source);
  for (let i = 0; i < samples.length; i++) {
    if (!(Math.abs(samples[i]!) <= HIGHEST_LEVEL)) samples[i] = 0;
  }
  return samples;
}

function mixInterleaved(
  interleaved: Float32Array<ArrayBuffer>,
  channels: number,
): Float32Array<ArrayBuffer> {
  if (channels === 1) return interleaved;
  const samples = new Float32Array(interleaved.length / channels);
  for (let frame = 0, at = 0; frame < samples.length; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += interleaved[at++]!;
    samples[frame] = sum / channels;
  }
  return samples;
}
