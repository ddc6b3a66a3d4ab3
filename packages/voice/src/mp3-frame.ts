/** The header of an MP3 frame. */
export type Mp3Frame = {
  /** MPEG-1, or one of its extensions to lower rates. */
  version: 1 | 2 | 2.5;
  /** Of all channels together, in bit/s. */
  bitrate: number;
  /** In Hz. */
  sampleRate: number;
  channels: 1 | 2;
  /** Samples per channel. */
  samples: number;
  /** Length of the frame in bytes, its header included. */
  length: number;
  /** Where the bytes after header, checksum and side information begin, from the frame's start. */
  bodyOffset: number;
};

export const FRAME_HEADER_BYTES = 4;
const CHECKSUM_BYTES = 2;

/** By the index in the header, in kbit/s. Index 0, free format, does not state the frame length and is not supported. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_RATE_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Of MPEG-1, by the index in the header, in Hz. Those of MPEG-2 are half, of MPEG-2.5 a quarter. */
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** By the bits in the header; one of the four is reserved. */
const VERSIONS = [2.5, undefined, 2, 1] as const;

const RATE_DIVISORS = { 1: 1, 2: 2, 2.5: 4 };

/** Bytes of side information, by version and channels. */
const SIDE_INFORMATION = { 1: { 1: 17, 2: 32 }, 2: { 1: 9, 2: 17 } };

const LAYER_3 = 0b01;
const MONO = 0b11;

/**
 * Reads the header of the frame that begins at `offset`.
 *
 * @returns undefined when no frame of MPEG audio layer III begins there, or one of free format.
 * @see ISO/IEC 11172-3, 2.4.1.3 and ISO/IEC 13818-3, 2.4.2.3
 */
export function readMp3Frame(bytes: Uint8Array, offset: number): Mp3Frame | undefined {
  if (offset + FRAME_HEADER_BYTES > bytes.length || bytes[offset] !== 0xff) return undefined;
  const first = bytes[offset + 1]!;
  const second = bytes[offset + 2]!;
  const third = bytes[offset + 3]!;
  if (first >> 5 !== 0b111 || ((first >> 1) & 0b11) !== LAYER_3) return undefined;

  const version = VERSIONS[(first >> 3) & 0b11];
  const baseRate = SAMPLE_RATES[(second >> 2) & 0b11];
  if (!version || !baseRate) return undefined;
  const kilobits = (version === 1 ? BITRATES : LOW_RATE_BITRATES)[second >> 4];
  if (!kilobits) return undefined;

  const bitrate = kilobits * 1000;
  const sampleRate = baseRate / RATE_DIVISORS[version];
  const samples = version === 1 ? 1152 : 576;
  const padding = (second >> 1) & 1;
  const channels = third >> 6 === MONO ? 1 : 2;
  const checksum = first & 1 ? 0 : CHECKSUM_BYTES;
  return {
    version,
    bitrate,
    sampleRate,
    channels,
    samples,
    length: Math.floor((samples / 8) * (bitrate / sampleRate)) + padding,
    bodyOffset: FRAME_HEADER_BYTES + checksum + SIDE_INFORMATION[version === 1 ? 1 : 2][channels],
  };
}
