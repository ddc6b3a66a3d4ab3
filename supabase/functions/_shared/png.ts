import { crc32 } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The format of pixels: PNG specification, section 11.2.2. */
export interface PixelFormat {
  readonly bitsPerSample: number;
  readonly colourType: number;
}

export const BLACK_OR_WHITE: PixelFormat = { bitsPerSample: 1, colourType: 0 };
export const TRUE_COLOUR: PixelFormat = { bitsPerSample: 8, colourType: 2 };

/** A chunk: length, type, content, checksum of the last two. */
function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}

function header(width: number, height: number, format: PixelFormat): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes[8] = format.bitsPerSample;
  bytes[9] = format.colourType;
  return bytes;
}

/**
 * Encodes a PNG file.
 *
 * @param rows the rows of pixels, each after a byte for its filter (0 for none)
 */
export async function encodePng(
  width: number,
  height: number,
  format: PixelFormat,
  rows: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', header(width, height, format)),
    chunk('IDAT', new Uint8Array(await new Response(zlib).arrayBuffer())),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
