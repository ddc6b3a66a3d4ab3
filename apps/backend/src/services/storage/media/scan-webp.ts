import { chunkHeader, riffHeader, scanChunks, type Chunk } from './riff.ts';
import { lengthOf, MediaError, take, type Part, type Scan, type Span } from './scan.ts';

/** The chunks of the picture. Those of EXIF and XMP and unknown ones are metadata. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** The bits of VP8X that announce chunks of EXIF and XMP. */
const metadataFlags = 0b1100;

/** Width and height of a chunk's frame or canvas; null for a chunk without. RFC 9649, section 2. */
function* dimensionsOf({ id, start }: Chunk): Generator<Span, [number, number] | null, Buffer> {
  switch (id) {
    case 'VP8 ': {
      const header = yield* take(start, 10);
      return [header.readUInt16LE(6) & 0x3fff, header.readUInt16LE(8) & 0x3fff];
    }
    case 'VP8L': {
      const bits = (yield* take(start, 5)).readUInt32LE(1);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    case 'VP8X': {
      const header = yield* take(start, 10);
      return [header.readUIntLE(4, 3) + 1, header.readUIntLE(7, 3) + 1];
    }
    case 'ANMF': {
      const header = yield* take(start, 12);
      return [header.readUIntLE(6, 3) + 1, header.readUIntLE(9, 3) + 1];
    }
    default:
      return null;
  }
}

/** Scans a WebP file. What remains are the chunks of the picture. */
export function* scanWebp(size: number): Scan {
  const { chunks } = yield* scanChunks(size);
  const parts: Part[] = [];
  const dimensions: [number, number][] = [];
  for (const chunk of chunks.filter(({ id }) => pictureChunks.has(id))) {
    const { id, start } = chunk;
    const end = start + chunk.size + (chunk.size % 2);
    if (end > size) throw new MediaError('a chunk ends after the file');
    const found = yield* dimensionsOf(chunk);
    if (found) dimensions.push(found);
    if (id === 'VP8X') {
      const header = Buffer.from(yield* take(start, 10));
      header[0]! &= ~metadataFlags;
      parts.push(chunkHeader(id, 10), header);
    } else {
      parts.push({ start: start - 8, end });
    }
  }
  if (dimensions.length === 0) throw new MediaError('the file has no picture');
  const content = [riffHeader('WEBP', lengthOf(parts)), ...parts];
  const isClean = lengthOf(content) === size && parts.every((part) => 'start' in part);
  return {
    facts: {
      width: Math.max(...dimensions.map(([width]) => width)),
      height: Math.max(...dimensions.map(([, height]) => height)),
    },
    parts: isClean ? [{ start: 0, end: size }] : content,
  };
}
