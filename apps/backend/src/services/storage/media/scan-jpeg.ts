import { exifOrientation, exifWithOrientation } from './exif-orientation.ts';
import { MediaError, take, type Part, type Scan, type Span } from './scan.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const exifSegment = 0xe1;

/** Frame headers, without the tables (C4, CC) and the reserved marker (C8) between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;

/** Application segments that change how the picture looks: density, color profile, color transform. */
const pictureSegments: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
};

/** Bytes that are searched at once for the end of a scan. */
const searchLength = 32 * 1024;

/** The offset of the marker after the compressed data that begins at `offset`. */
function* skipCompressed(offset: number): Generator<Span, number, Buffer> {
  for (let at = offset; ;) {
    const bytes = yield { offset: at, length: searchLength };
    for (let index = bytes.indexOf(0xff); index >= 0; index = bytes.indexOf(0xff, index + 1)) {
      const next = bytes[index + 1];
      // FF 00 stands for a byte of data, FF D0 to FF D7 restart the decoder.
      if (next !== undefined && next !== 0 && (next < 0xd0 || next > 0xd7)) return at + index;
    }
    if (bytes.length < searchLength) throw new MediaError('the picture does not end');
    at += bytes.length - 1;
  }
}

/**
 * Scans a JPEG file. What remains are the segments of the picture up to its end, and how it is turned:
 * no comments, EXIF, XMP, thumbnails, or other files after the end.
 */
export function* scanJpeg(): Scan {
  const parts: Part[] = [{ start: 0, end: 2 }];
  let width = 0;
  let height = 0;
  let offset = 2;
  if ((yield* take(0, 2))[1] !== startOfImage) throw new MediaError('the file is no JPEG');
  for (;;) {
    const [mark, marker = 0] = yield* take(offset, 2);
    if (mark !== 0xff) throw new MediaError(`there is no marker at byte ${offset}`);
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === endOfImage) {
      if (width === 0 || height === 0) throw new MediaError('the picture has no dimensions');
      parts.push({ start: offset, end: offset + 2 });
      return { facts: { width, height }, parts };
    }
    const length = (yield* take(offset + 2, 2)).readUInt16BE(0);
    if (length < 2) throw new MediaError('a segment is shorter than its length');
    let end = offset + 2 + length;
    if (isFrame(marker)) {
      const frame = yield* take(offset + 5, 4);
      height = Math.max(height, frame.readUInt16BE(0));
      width = Math.max(width, frame.readUInt16BE(2));
    }
    if (marker === startOfScan) end = yield* skipCompressed(end);
    if (!isApplication(marker) && marker !== comment) {
      parts.push({ start: offset, end });
    } else {
      const content = yield* take(offset + 4, length - 2);
      const name = pictureSegments[marker];
      const orientation = marker === exifSegment ? exifOrientation(content) : null;
      if (name !== undefined && content.toString('latin1', 0, name.length) === name) {
        parts.push({ start: offset, end });
      } else if (orientation !== null) {
        parts.push(exifWithOrientation(orientation));
      }
    }
    offset = end;
  }
}
