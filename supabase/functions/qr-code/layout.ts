import { correction, generate } from 'lean-qr';
import type { Parameters } from './parameters.ts';
import { RequestError } from '../_shared/request-error.ts';

/** A QR code and its position in a square image. */
export interface Layout {
  /** Width and height of the image, px. */
  readonly size: number;
  /** Modules on each side of the code. */
  readonly modules: number;
  /** Width and height of a module, px. */
  readonly scale: number;
  /** White margin before the first module, px. */
  readonly offset: number;
  /** Whether a module is dark. */
  readonly isDark: (column: number, row: number) => boolean;
}

/**
 * Generates the smallest code for the data at the requested error correction, and centres it in the image.
 * Modules are whole pixels, since blurred edges are hard to scan; the remaining pixels widen the margin.
 * @throws {RequestError} does_not_fit
 */
export function layOut({ data, size, margin, ecc }: Parameters): Layout {
  const level = correction[ecc];
  const code = generate(data, { minCorrectionLevel: level, maxCorrectionLevel: level });
  const scale = Math.floor((size - 2 * margin) / code.size);
  if (scale < 1) {
    const needed = code.size + 2 * margin;
    throw new RequestError(
      422,
      'does_not_fit',
      `This needs a size of ${needed}x${needed} at least.`,
    );
  }
  return {
    size,
    modules: code.size,
    scale,
    offset: Math.floor((size - scale * code.size) / 2),
    isDark: (column, row) => code.get(column, row),
  };
}
