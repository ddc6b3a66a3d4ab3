import { MediaError, take, type Part, type Scan, type Span } from './scan.ts';

const headerLength = 13;
const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;

/** Extensions of applications that make an animation repeat. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** The length of the color table that a byte of flags announces. */
const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The offset after a sequence of sub-blocks. */
function* skipBlocks(offset: number): Generator<Span, number, Buffer> {
  for (let at = offset; ;) {
    const [length = 0] = yield* take(at, 1);
    at += length + 1;
    if (length === 0) return at;
  }
}

/** Scans a GIF file. What remains are its pictures and their timing, without comments and XMP. */
export function* scanGif(): Scan {
  const header = yield* take(0, headerLength);
  let width = header.readUInt16LE(6);
  let height = header.readUInt16LE(8);
  let offset = headerLength + tableLength(header[10]!);
  const parts: Part[] = [{ start: 0, end: offset }];
  for (;;) {
    const start = offset;
    const [kind] = yield* take(start, 1);
    if (kind === trailer) {
      parts.push({ start, end: start + 1 });
      return { facts: { width, height }, parts };
    }
    if (kind === image) {
      const descriptor = yield* take(start, 10);
      width = Math.max(width, descriptor.readUInt16LE(1) + descriptor.readUInt16LE(5));
      height = Math.max(height, descriptor.readUInt16LE(3) + descriptor.readUInt16LE(7));
      // The byte after the color table is the size of the compressed codes.
      offset = yield* skipBlocks(start + 10 + tableLength(descriptor[9]!) + 1);
      parts.push({ start, end: offset });
    } else if (kind === extension) {
      const [, label] = yield* take(start, 2);
      offset = yield* skipBlocks(start + 2);
      const isLoop =
        label === application && loops.has((yield* take(start + 3, 11)).toString('latin1'));
      if (label === graphicControl || isLoop) parts.push({ start, end: offset });
    } else {
      throw new MediaError(`there is no block at byte ${start}`);
    }
  }
}
