import { encodePng, TRUE_COLOUR } from '../functions/_shared/png.ts';

const BYTES_PER_PIXEL = 3;

/** Each row as the difference to the one above, which a gradient has little of: PNG specification, section 9. */
const UP = 2;

/**
 * Encodes a square picture as a PNG file.
 *
 * @param pixels red, green and blue of each pixel, 0 to 255, row by row
 * @param size width and height, pixels
 */
export function encodeSquare(pixels: Uint8Array, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const stride = size * BYTES_PER_PIXEL;
  const rows = new Uint8Array(size * (stride + 1));
  for (let y = 0; y < size; y++) {
    const start = y * (stride + 1);
    rows[start] = UP;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      rows[start + 1 + x] = pixels[y * stride + x]! - above;
    }
  }
  return encodePng(size, size, TRUE_COLOUR, rows);
}
