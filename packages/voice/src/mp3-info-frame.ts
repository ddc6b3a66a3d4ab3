import { FRAME_HEADER_BYTES, readMp3Frame } from './mp3-frame.ts';

/**
 * The info frame at the beginning of an MP3 file: the number of frames, and how many samples at the
 * beginning and end are not part of the sound. Decoders that do not support it play a frame of silence.
 *
 * Its layout is Xing's, extended by LAME. After `Info` come flags that say which of the next four
 * fields are there (frames, bytes, a table for seeking, a quality), then LAME's extension.
 *
 * @see http://gabriel.mp3-tech.org/mp3infotag.html
 */
export type Mp3Info = {
  /** The number of following frames; undefined where the file does not state it. */
  frames: number | undefined;
  /** Samples that the encoder added before the sound; undefined without LAME's extension. */
  delay: number | undefined;
  /** Samples that it added after the sound; undefined without LAME's extension. */
  padding: number | undefined;
};

/**
 * The delay of every decoder in samples, which the padding field includes and the delay field does not: 528
 * of the filter bank, and one by convention.
 */
export const DECODER_DELAY = 529;

/** The marks of a variable and of a constant bitrate. */
const MARKS = new Set(['Xing', 'Info']);

const HAS_FRAMES = 1;
const HAS_BYTES = 2;
const HAS_SEEK_TABLE = 4;
const HAS_QUALITY = 8;
const SEEK_TABLE_BYTES = 100;

/** Encoders that write LAME's extension. Firefox and FFmpeg read the delay only after these names. */
const ENCODERS = new Set(['LAME', 'Lavc', 'Lavf']);

/** Where fields of LAME's extension lie, in bytes from its start, and its length. */
const EXTENSION = {
  method: 9,
  bitrate: 20,
  delay: 21,
  length: 28,
  musicCrc: 32,
  crc: 34,
  bytes: 36,
};
const CONSTANT_BITRATE = 1;

/** The header's bit for a frame of one byte more, in its third byte. */
const PADDED = 0b10;

/** The length of the frame's content as `makeInfoFrame` writes it: mark, flags, frames, bytes, extension. */
const CONTENT_BYTES = 16 + EXTENSION.bytes;

/**
 * Reads the info frame at `offset`.
 *
 * @returns undefined when there is no frame, or an audio frame.
 */
export function readInfoFrame(bytes: Uint8Array, offset: number): Mp3Info | undefined {
  const frame = readMp3Frame(bytes, offset);
  if (!frame) return undefined;
  const view = viewOf(bytes.subarray(offset, offset + frame.length));
  let at = frame.bodyOffset;
  if (!MARKS.has(readText(view, at, 4))) return undefined;
  const flags = readUint32(view, at + 4) ?? 0;
  at += 8;
  const frames = flags & HAS_FRAMES ? readUint32(view, at) : undefined;
  for (const [flag, size] of [
    [HAS_FRAMES, 4],
    [HAS_BYTES, 4],
    [HAS_SEEK_TABLE, SEEK_TABLE_BYTES],
    [HAS_QUALITY, 4],
  ] as const) {
    if (flags & flag) at += size;
  }
  const isExtended =
    ENCODERS.has(readText(view, at, 4)) && at + EXTENSION.delay + 3 <= view.byteLength;
  if (!isExtended) return { frames, delay: undefined, padding: undefined };
  const high = view.getUint8(at + EXTENSION.delay);
  const middle = view.getUint8(at + EXTENSION.delay + 1);
  const low = view.getUint8(at + EXTENSION.delay + 2);
  return { frames, delay: (high << 4) | (middle >> 4), padding: ((middle & 0xf) << 8) | low };
}

/**
 * Makes the info frame of `music`, whole frames of a constant bitrate by LAME 3.100.
 *
 * It has no seek table: players use one where it exists, in steps of 1 % of the file, while they compute
 * positions exactly where the bitrate is constant and no table exists.
 *
 * @param frames that `music` consists of
 * @param delay samples that the encoder put before the sound, up to 4095
 * @param padding and after it
 */
export function makeInfoFrame(
  music: Uint8Array,
  { frames, delay, padding }: { frames: number; delay: number; padding: number },
): Uint8Array<ArrayBuffer> {
  const header = music.slice(0, FRAME_HEADER_BYTES);
  header[2]! &= ~PADDED;
  const frame = readMp3Frame(header, 0);
  if (!frame || frame.length < frame.bodyOffset + CONTENT_BYTES) {
    throw new RangeError('The frames are too short to hold the info frame.');
  }
  const bytes = new Uint8Array(frame.length);
  bytes.set(header);
  const view = viewOf(bytes);
  const content = frame.bodyOffset;
  const total = frame.length + music.length;
  writeText(bytes, content, 'Info');
  view.setUint32(content + 4, HAS_FRAMES | HAS_BYTES);
  view.setUint32(content + 8, frames);
  view.setUint32(content + 12, total);

  const extension = content + 16;
  writeText(bytes, extension, 'LAME3.100');
  bytes[extension + EXTENSION.method] = CONSTANT_BITRATE;
  bytes[extension + EXTENSION.bitrate] = frame.bitrate / 1000;
  bytes[extension + EXTENSION.delay] = delay >> 4;
  bytes[extension + EXTENSION.delay + 1] = ((delay & 0xf) << 4) | (padding >> 8);
  bytes[extension + EXTENSION.delay + 2] = padding & 0xff;
  view.setUint32(extension + EXTENSION.length, total);
  view.setUint16(extension + EXTENSION.musicCrc, crc16(music));
  const crc = extension + EXTENSION.crc;
  view.setUint16(crc, crc16(bytes.subarray(0, crc)));
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readUint32(view: DataView, offset: number): number | undefined {
  return offset + 4 <= view.byteLength ? view.getUint32(offset) : undefined;
}

function readText(view: DataView, offset: number, length: number): string {
  if (offset + length > view.byteLength) return '';
  return String.fromCharCode(
    ...Array.from({ length }, (_, index) => view.getUint8(offset + index)),
  );
}

function writeText(bytes: Uint8Array, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[offset + i] = text.charCodeAt(i);
}

/** The table of CRC-16 with the reflected polynomial 0xA001, which LAME's extension uses. */
const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});

function crc16(bytes: Uint8Array): number {
  const table = CRC_TABLE;
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = (crc >> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
}
