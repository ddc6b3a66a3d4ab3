import { Mp3Error } from './mp3-error.ts';
import { FRAME_HEADER_BYTES, readMp3Frame, type Mp3Frame } from './mp3-frame.ts';
import { DECODER_DELAY, readInfoFrame } from './mp3-info-frame.ts';

/** The format of an MP3 file. */
export type Mp3Format = {
  /** In Hz. */
  sampleRate: number;
  channels: number;
  /** Whole audio frames; the info frame is not counted. */
  frames: number;
  /** Samples that a decoder drops at the start; 0 where the file does not state them. */
  delay: number;
  /** Samples that a decoder drops at the end. */
  padding: number;
  /** Seconds of sound, without the dropped samples. */
  duration: number;
  /** The mean, in bit/s. */
  bitrate: number;
};

const ID3V2_HEADER_BYTES = 10;
const ID3V2_FOOTER_FLAG = 0b1_0000;

/** The first bytes of tags after the sound: ID3v1, APEv2, Lyrics3, and the footer of ID3v2. */
const TRAILING_TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN', '3DI'];

/**
 * Reads the headers of an MP3 file's frames, without decoding them.
 *
 * Accepts ID3v2 tags before the sound, tags after it, a truncated last frame (which is not counted), and
 * frames of varying bitrate.
 *
 * @throws {Mp3Error} when the bytes are no MP3 file, or one that cannot be read.
 */
export function readMp3Format(bytes: Uint8Array): Mp3Format {
  const start = skipLeadingTags(bytes);
  const first = readMp3Frame(bytes, start);
  if (!first) throw new Mp3Error('not-mp3', 'The file begins with no frame of MPEG layer III.');

  const info = readInfoFrame(bytes, start);
  const { frames, length } = walkFrames(bytes, info ? start + first.length : start, first);
  if (frames === 0) throw new Mp3Error('malformed', 'The file has no whole frame of sound.');

  const { sampleRate, channels } = first;
  const samples = frames * first.samples;
  const delay = Math.min(samples, info?.delay === undefined ? 0 : info.delay + DECODER_DELAY);
  // The missing frames of a truncated file contained the padding.
  const missing = Math.max(0, (info?.frames ?? frames) - frames) * first.samples;
  const stated = Math.max(0, (info?.padding ?? 0) - DECODER_DELAY - missing);
  const padding = Math.min(samples - delay, stated);
  return {
    sampleRate,
    channels,
    frames,
    delay,
    padding,
    duration: (samples - delay - padding) / sampleRate,
    bitrate: (length * 8 * sampleRate) / samples,
  };
}

/** The offset after all ID3v2 tags. */
function skipLeadingTags(bytes: Uint8Array): number {
  let offset = 0;
  while (startsWith(bytes, offset, 'ID3') && offset + ID3V2_HEADER_BYTES <= bytes.length) {
    const footer = bytes[offset + 5]! & ID3V2_FOOTER_FLAG ? ID3V2_HEADER_BYTES : 0;
    // Sizes are synchsafe: seven bits of each byte.
    const size = bytes
      .subarray(offset + 6, offset + ID3V2_HEADER_BYTES)
      .reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    offset += ID3V2_HEADER_BYTES + size + footer;
  }
  return offset;
}

/** Counts the whole frames from `start` on, and their bytes. */
function walkFrames(bytes: Uint8Array, start: number, first: Mp3Frame) {
  let frames = 0;
  let offset = start;
  while (offset + FRAME_HEADER_BYTES <= bytes.length) {
    const frame = readMp3Frame(bytes, offset);
    if (!frame && isTrailingTag(bytes, offset)) break;
    if (!frame) throw new Mp3Error('malformed', `There is no frame at byte ${offset}.`);
    if (frame.sampleRate !== first.sampleRate || frame.channels !== first.channels) {
      throw new Mp3Error('malformed', `Another kind of sound begins at byte ${offset}.`);
    }
    if (offset + frame.length > bytes.length) break;
    offset += frame.length;
    frames++;
  }
  return { frames, length: offset - start };
}

function isTrailingTag(bytes: Uint8Array, offset: number): boolean {
  return TRAILING_TAGS.some((tag) => startsWith(bytes, offset, tag));
}

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  return Array.from(text).every((letter, i) => bytes[offset + i] === letter.charCodeAt(0));
}
