import { BLACK_OR_WHITE, encodePng } from '../_shared/png.ts';
import type { Layout } from './layout.ts';

/** The image's rows: a byte for "no filter", then one bit for each pixel, of which 1 is white. */
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
export function drawPng(layout: Layout): Promise<Uint8Array<ArrayBuffer>> {
  return encodePng(layout.size, layout.size, BLACK_OR_WHITE, rowsOf(layout));
}
