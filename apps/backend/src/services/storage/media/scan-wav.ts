import { readWavFormat } from '@undertone/voice/wav-format';
import { chunkHeader, riffHeader, scanChunks } from './riff.ts';
import { MediaError, take, type Scan } from './scan.ts';

/** Lengths of a format chunk's content: of plain formats, and of WAVE_FORMAT_EXTENSIBLE. */
const plainFormat = 16;
const extensibleFormat = 40;
const extensibleTag = 0xfffe;

/** The size in the header of a stream whose end was unknown. */
const unknownSize = 0xffffffff;

/**
 * Scans a WAV file. What remains are its format and the samples that are there, with their true sizes:
 * names, dates, devices and a broadcast's data (`LIST`, `bext`, `iXML`, `id3 `) are not among the parts.
 */
export function* scanWav(size: number): Scan {
  const { stated, chunks } = yield* scanChunks(size, (found) =>
    ['fmt ', 'data'].every((each) => found.some(({ id }) => id === each)),
  );
  const format = chunks.find(({ id }) => id === 'fmt ');
  const data = chunks.find(({ id }) => id === 'data');
  if (!format || !data) throw new MediaError('a chunk of the WAV file is missing');
  const available = size - data.start;
  const isUnfinished = stated === unknownSize || stated + 8 <= data.start;
  const dataSize = data.size === 0 && isUnfinished ? available : Math.min(data.size, available);
  if (dataSize === 0) throw new MediaError('the WAV file has no samples');

  const tag = (yield* take(format.start, plainFormat)).readUInt16LE(0);
  const formatLength = tag === extensibleTag ? extensibleFormat : plainFormat;
  if (format.size < formatLength) throw new MediaError('the format chunk is too short');
  const content = Buffer.from(yield* take(format.start, formatLength));
  const headOf = (bytes: number) =>
    Buffer.concat([
      riffHeader('WAVE', 8 + formatLength + 8 + bytes + (bytes % 2)),
      chunkHeader('fmt ', formatLength),
      content,
      chunkHeader('data', bytes),
    ]);
  const read = readWavFormat(headOf(dataSize), size);
  const bytes = (read.frames * read.channels * read.bitsPerSample) / 8;
  const head = headOf(bytes);
  const end = data.start + bytes;
  const isClean =
    data.start === head.length &&
    end === size &&
    head.equals(yield* take(0, Math.min(size, head.length)));
  return {
    facts: { duration: read.duration, sampleRate: read.sampleRate },
    parts: isClean
      ? [{ start: 0, end: size }]
      : [head, { start: data.start, end }, Buffer.alloc(bytes % 2)],
  };
}
