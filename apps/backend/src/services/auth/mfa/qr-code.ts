import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Pixels a module, as GoTrue draws them. */
const scale = 3;

/**
 * A QR code as an SVG document, black on white with its quiet zone. auth-js puts
 * it into a `data:` URI as it is, so nothing in it may need escaping there: the
 * colours have names.
 */
export const qrCodeSvg = (text: string): string =>
  toSvgSource(generate(text, { minCorrectionLevel: correction.M }), {
    on: 'black',
    off: 'white',
    scale,
  });
