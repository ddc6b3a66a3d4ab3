import type { Layout } from './layout.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Of a greyscale image: PNG specification, section 11.2.2. */
const BITS_PER_PIXEL = 1;
const GREYSCALE = 0;

/** The polynomial of PNG's checksum, reversed: PNG specification, annex D. */
const POLYNOMIAL = 0xedb88320;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1;
  }
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A chunk: length, type, content, checksum of the last two. */
function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crcOf(bytes.subarray(4, content.length + 8)));
  return bytes;
}

function header(size: number): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  bytes[8] = BITS_PER_PIXEL;
  bytes[9] = GREYSCALE;
  return bytes;
}

/** The image's rows, each a byte for "no filter" and then a bit a pixel: 1 is white. */
function rowsOf({ size, modules, scale, offset, isDark }: Layout): Uint8Array<ArrayBuffer> {
  const stride = 1 + Math.ceil(size / 8);
  const rows = new Uint8Array(size * stride);
  for (let y = 0; y < size; y += 1) {
    rows.fill(0xff, y * stride + 1, (y + 1) * stride);
    const row = Math.floor((y - offset) / scale);
    if (row < 0 || row >= modules) continue;
    for (let pixel = 0; pixel < modules * scale; pixel += 1) {
      if (!isDark(Math.floor(pixel / scale), row)) continue;
      const x = offset + pixel;
      const at = y * stride + 1 + (x >> 3);
      rows[at] = rows[at]! & ~(0x80 >> (x & 7));
    }
  }
  return rows;
}

/** Draws the code as a PNG file, black on white. */
export async function drawPng(layout: Layout): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = new Blob([rowsOf(layout)]).stream().pipeThrough(new CompressionStream('deflate'));
  const compressed = new Uint8Array(await new Response(zlib).arrayBuffer());
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', header(layout.size)),
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
