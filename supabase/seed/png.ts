import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits each of red, green and blue: PNG specification, section 11.2.2. */
const BIT_DEPTH = 8;
const TRUECOLOUR = 2;
const BYTES_PER_PIXEL = 3;

/** Each row as the difference to the one above, which a gradient has little of: section 9. */
const UP = 2;

/** A chunk: length, type, content, checksum of the last two. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/**
 * Encodes a square picture as a PNG file.
 *
 * @param pixels red, green and blue of each pixel, 0 to 255, row by row
 * @param size width and height, pixels
 */
export function encodePng(pixels: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = BIT_DEPTH;
  header[9] = TRUECOLOUR;

  const stride = size * BYTES_PER_PIXEL;
  const rows = Buffer.alloc(size * (stride + 1));
  for (let y = 0; y < size; y++) {
    const start = y * (stride + 1);
    rows[start] = UP;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      rows[start + 1 + x] = pixels[y * stride + x]! - above;
    }
  }
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}
