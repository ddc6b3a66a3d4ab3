import { MediaError, take, type Span } from './scan.ts';

/** A chunk of a RIFF file (WAV, WebP). */
export interface Chunk {
  readonly id: string;
  /** Where its content begins. */
  readonly start: number;
  /** The size that it states, bytes. */
  readonly size: number;
}

const headerLength = 12;
const chunkHeaderLength = 8;

/**
 * Lists the chunks of a RIFF file, of which the last may be cut short.
 * @param isEnough ends the list before its end
 */
export function* scanChunks(
  size: number,
  isEnough: (chunks: readonly Chunk[]) => boolean = () => false,
): Generator<Span, { readonly stated: number; readonly chunks: readonly Chunk[] }, Buffer> {
  const header = yield* take(0, headerLength);
  const chunks: Chunk[] = [];
  for (let offset = headerLength; offset + chunkHeaderLength <= size && !isEnough(chunks);) {
    const chunkHeader = yield* take(offset, chunkHeaderLength);
    const chunk = {
      id: chunkHeader.toString('latin1', 0, 4),
      start: offset + chunkHeaderLength,
      size: chunkHeader.readUInt32LE(4),
    };
    if (chunks.push(chunk) > maximumChunks) throw new MediaError('the file has too many chunks');
    offset = chunk.start + chunk.size + (chunk.size % 2);
  }
  return { stated: header.readUInt32LE(4), chunks };
}

/** More chunks than an animation of a minute has. */
const maximumChunks = 10_000;

/** The header of a RIFF file. @param contentSize bytes after the form's name */
export function riffHeader(form: string, contentSize: number): Buffer {
  const header = Buffer.alloc(headerLength);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(contentSize + 4, 4);
  header.write(form, 8, 'latin1');
  return header;
}

/** The header of a chunk. */
export function chunkHeader(id: string, size: number): Buffer {
  const header = Buffer.alloc(chunkHeaderLength);
  header.write(id, 0, 'latin1');
  header.writeUInt32LE(size, 4);
  return header;
}
