import { WavError } from './wav-error.ts';

/** How a WAV file's samples are stored, and where in the file they are. */
export type WavFormat = {
  /** Integer samples are signed, except 8-bit ones, which are unsigned. */
  encoding: 'integer' | 'float';
  /** 8, 16, 24 or 32 for integers, 32 or 64 for floats. */
  bitsPerSample: number;
  channels: number;
  /** Frames per second, in Hz. */
  sampleRate: number;
  /** Samples per channel. */
  frames: number;
  /** Length in seconds. */
  duration: number;
  /** Where the first frame begins, in bytes from the start of the file. */
  dataOffset: number;
};

/** The sample rates that are read, in Hz: what Chromium's Web Audio accepts. */
export const MIN_SAMPLE_RATE = 3_000;
export const MAX_SAMPLE_RATE = 768_000;

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FMT_BYTES = 16;
const EXTENSIBLE_FMT_BYTES = 40;
const UNKNOWN_SIZE = 0xffffffff;

const TAG_PCM = 0x0001;
const TAG_FLOAT = 0x0003;
const TAG_EXTENSIBLE = 0xfffe;

/** Bytes 2 to 15 of every KSDATAFORMAT_SUBTYPE GUID; bytes 0 and 1 are a plain format tag. */
const SUBTYPE_GUID_TAIL = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

type Chunk = { offset: number; size: number };

/**
 * Reads a WAV file's header without touching its samples.
 *
 * Takes what real recorders write: chunks in any order, padded to even lengths, a data chunk that
 * is cut short, and the placeholder sizes (0 or 0xFFFFFFFF) of a header written before its stream
 * ended, in which case the samples reach to the end of the file.
 *
 * @param size of the file in bytes, of which `bytes` may be only the part before the samples.
 * @throws {WavError} when the bytes are no WAV file, or one that cannot be read.
 * @see "Multimedia Programming Interface and Data Specifications 1.0" (RIFF) and Microsoft's
 *   WAVEFORMATEXTENSIBLE.
 */
export function readWavFormat(bytes: Uint8Array, size = bytes.length): WavFormat {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (
    bytes.length < RIFF_HEADER_BYTES ||
    fourCharacters(view, 0) !== 'RIFF' ||
    fourCharacters(view, 8) !== 'WAVE'
  ) {
    throw new WavError('not-wav', 'The file has no RIFF/WAVE header.');
  }
  const { fmt, data } = findChunks(view, size);
  const { tag, bitsPerSample, channels, sampleRate, blockAlign } = readFmt(view, fmt);

  if (channels === 0) throw new WavError('malformed', 'The file has no channels.');
  if (sampleRate < MIN_SAMPLE_RATE || sampleRate > MAX_SAMPLE_RATE) {
    throw new WavError('unsupported', `A sample rate of ${sampleRate} Hz is not supported.`);
  }
  const encoding = readEncoding(tag, bitsPerSample);
  if (blockAlign !== (channels * bitsPerSample) / 8) {
    throw new WavError('malformed', 'The frame size does not match channels and sample size.');
  }
  const frames = Math.floor(data.size / blockAlign);
  return {
    encoding,
    bitsPerSample,
    channels,
    sampleRate,
    frames,
    duration: frames / sampleRate,
    dataOffset: data.offset,
  };
}

/** Finds the first `fmt ` and the first `data` chunk, with the data's size set right. */
function findChunks(view: DataView, fileSize: number): { fmt: Chunk; data: Chunk } {
  let fmt: Chunk | undefined;
  let data: Chunk | undefined;
  let offset = RIFF_HEADER_BYTES;
  // Each turn moves on by at least a chunk header, so that the loop ends whatever the sizes say.
  while (offset + CHUNK_HEADER_BYTES <= view.byteLength && !(fmt && data)) {
    const id = fourCharacters(view, offset);
    const chunk = { offset: offset + CHUNK_HEADER_BYTES, size: view.getUint32(offset + 4, true) };
    if (id === 'data' && !data) {
      chunk.size = sizeOfData(view, chunk, fileSize);
      data = chunk;
    } else if (id === 'fmt ' && !fmt) {
      fmt = chunk;
    }
    offset = chunk.offset + chunk.size + (chunk.size % 2);
  }
  if (!fmt) throw new WavError('malformed', 'The file has no format chunk.');
  if (!data) throw new WavError('malformed', 'The file has no data chunk.');
  return { fmt, data };
}

/**
 * How many bytes of samples there are. A size of 0 is a placeholder, and not an empty clip, when
 * the RIFF size was never filled in either and so ends before the samples begin.
 */
function sizeOfData(view: DataView, { offset, size }: Chunk, fileSize: number): number {
  const available = fileSize - offset;
  const riffSize = view.getUint32(4, true);
  const headerUnfinished = riffSize === UNKNOWN_SIZE || riffSize + CHUNK_HEADER_BYTES <= offset;
  return size === 0 && headerUnfinished ? available : Math.min(size, available);
}

function readFmt(view: DataView, { offset, size }: Chunk) {
  if (size < FMT_BYTES || offset + FMT_BYTES > view.byteLength) {
    throw new WavError('malformed', 'The format chunk is cut short.');
  }
  const tag = view.getUint16(offset, true);
  return {
    tag: tag === TAG_EXTENSIBLE ? readSubtype(view, { offset, size }) : tag,
    channels: view.getUint16(offset + 2, true),
    sampleRate: view.getUint32(offset + 4, true),
    blockAlign: view.getUint16(offset + 12, true),
    bitsPerSample: view.getUint16(offset + 14, true),
  };
}

/** The format tag that a WAVE_FORMAT_EXTENSIBLE chunk hides in its subtype GUID. */
function readSubtype(view: DataView, { offset, size }: Chunk): number {
  if (size < EXTENSIBLE_FMT_BYTES || offset + EXTENSIBLE_FMT_BYTES > view.byteLength) {
    throw new WavError('malformed', 'The extensible format chunk is cut short.');
  }
  const guid = offset + 24;
  if (SUBTYPE_GUID_TAIL.some((byte, index) => view.getUint8(guid + 2 + index) !== byte)) {
    throw new WavError('unsupported', 'The extensible format is of an unknown kind.');
  }
  return view.getUint16(guid, true);
}

function readEncoding(tag: number, bitsPerSample: number): WavFormat['encoding'] {
  if (tag === TAG_PCM && [8, 16, 24, 32].includes(bitsPerSample)) return 'integer';
  if (tag === TAG_FLOAT && [32, 64].includes(bitsPerSample)) return 'float';
  throw new WavError(
    'unsupported',
    `Format 0x${tag.toString(16)} with ${bitsPerSample} bits per sample is not supported.`,
  );
}

function fourCharacters(view: DataView, offset: number): string {
  return String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  );
}
