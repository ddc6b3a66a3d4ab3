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
const LONGEST_TAG_NAME = 11;

/** Where an MP3 file's whole frames are, its info frame included; without the byte at `end`. */
type Mp3Sound = Mp3Format & { start: number; end: number };

/** Reads the format of an MP3 file; see `scanMp3Format`. */
export function readMp3Format(bytes: Uint8Array): Mp3Format {
  const scan = scanMp3Format(bytes.length);
  let step = scan.next();
  while (!step.done) {
    const { offset, length } = step.value;
    step = scan.next(bytes.subarray(offset, offset + length));
  }
  const { start: _start, end: _end, ...format } = step.value;
  return format;
}

/**
 * Reads the headers of an MP3 file's frames, without decoding them. The length comes from counting frames,
 * whatever the info frame states.
 *
 * Accepts ID3v2 tags before the sound, tags after it, a truncated last frame (which is not counted), and
 * frames of varying bitrate.
 *
 * @param size of the file in bytes. The generator asks for parts of it, which are shorter at its end.
 * @throws {Mp3Error} when the bytes are no MP3 file, or one that cannot be read.
 */
export function* scanMp3Format(size: number): Scan<Mp3Sound> {
  const start = yield* skipLeadingTags(size);
  const first = readMp3Frame(yield* read(start, FRAME_HEADER_BYTES), 0);
  if (!first) throw new Mp3Error('not-mp3', 'The file begins with no frame of MPEG layer III.');

  const info = readInfoFrame(yield* read(start, first.length), 0);
  const sound = info ? start + first.length : start;
  const { frames, end } = yield* walkFrames(size, sound, first);
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
    bitrate: ((end - sound) * 8 * sampleRate) / samples,
    start,
    end,
  };
}

/** Asks for bytes of the file. */
type Scan<Result> = Generator<{ offset: number; length: number }, Result, Uint8Array>;

function* read(offset: number, length: number): Scan<Uint8Array> {
  return yield { offset, length };
}

/** The offset after all ID3v2 tags. */
function* skipLeadingTags(size: number): Scan<number> {
  let offset = 0;
  while (offset + ID3V2_HEADER_BYTES <= size) {
    const header = yield* read(offset, ID3V2_HEADER_BYTES);
    if (!startsWith(header, 'ID3')) break;
    const footer = header[5]! & ID3V2_FOOTER_FLAG ? ID3V2_HEADER_BYTES : 0;
    // Sizes are synchsafe: seven bits of each byte.
    const length = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    offset += ID3V2_HEADER_BYTES + length + footer;
  }
  return offset;
}

/** Counts the whole frames from `start` on. */
function* walkFrames(
  size: number,
  start: number,
  first: Mp3Frame,
): Scan<{ frames: number; end: number }> {
  let frames = 0;
  let offset = start;
  while (offset + FRAME_HEADER_BYTES <= size) {
    const frame = readMp3Frame(yield* read(offset, FRAME_HEADER_BYTES), 0);
    if (!frame && (yield* isTrailingTag(offset))) break;
    if (!frame) throw new Mp3Error('malformed', `There is no frame at byte ${offset}.`);
    if (frame.sampleRate !== first.sampleRate || frame.channels !== first.channels) {
      throw new Mp3Error('malformed', `Another kind of sound begins at byte ${offset}.`);
    }
    if (offset + frame.length > size) break;
    offset += frame.length;
    frames++;
  }
  return { frames, end: offset };
}

function* isTrailingTag(offset: number): Scan<boolean> {
  const bytes = yield* read(offset, LONGEST_TAG_NAME);
  return TRAILING_TAGS.some((tag) => startsWith(bytes, tag));
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Array.from(text).every((letter, i) => bytes[i] === letter.charCodeAt(0));
}
