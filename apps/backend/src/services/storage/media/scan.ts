import type { FileHandle } from 'node:fs/promises';

/** A part of a file that a scan asks for. Fewer bytes come at the end of the file. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A part of the scanned file, without the byte at `end`; or new bytes. */
export type Part = { readonly start: number; readonly end: number } | Uint8Array;

/** What a file is, whatever its headers claim; the object's metadata state it. */
export type MediaFacts =
  | { /** s */ readonly duration: number; /** Hz */ readonly sampleRate: number }
  | { /** Pixels, of the largest frame. */ readonly width: number; readonly height: number };

/** The number of bytes of parts. */
export const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + ('start' in part ? part.end - part.start : part.byteLength), 0);

/** Whether parts are the whole of a file, byte for byte. */
export function isWhole(parts: readonly Part[], size: number): boolean {
  let end = 0;
  for (const part of parts) {
    if (!('start' in part) || part.start !== end) return false;
    end = part.end;
  }
  return end === size;
}

export interface Media {
  readonly facts: MediaFacts;
  /** The file without its metadata. */
  readonly parts: readonly Part[];
}

/** Reads a file by asking for spans of it, so that it is never in memory as a whole. */
export type Scan = Generator<Span, Media, Buffer>;

/** A file cannot be read as its type. */
export class MediaError extends Error {
  override name = 'MediaError';
}

/** Asks for bytes, all of which must exist. */
export function* take(offset: number, length: number): Generator<Span, Buffer, Buffer> {
  const bytes = yield { offset, length };
  if (bytes.length < length) throw new MediaError(`the file ends within byte ${offset + length}`);
  return bytes;
}

/** The number of bytes in one read of the disk, from which the small spans of a scan are served. */
const windowSize = 64 * 1024;

/** Runs a scan on an open file. */
export async function scanFile(scan: Scan, handle: FileHandle): Promise<Media> {
  let window = Buffer.alloc(0);
  let start = 0;
  const read = async ({ offset, length }: Span): Promise<Buffer> => {
    if (offset < start || offset + length > start + window.length) {
      const buffer = Buffer.allocUnsafe(Math.max(windowSize, length));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      window = buffer.subarray(0, bytesRead);
      start = offset;
    }
    return window.subarray(offset - start, offset - start + length);
  };
  let step = scan.next();
  while (!step.done) step = scan.next(await read(step.value));
  return step.value;
}
