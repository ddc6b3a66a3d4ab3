import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Pixels per module, as GoTrue draws them. */
const scale = 3;

/**
 * Draws the QR code that an authenticator app scans, as an SVG document, black on white with its
 * quiet zone. auth-js puts the document unescaped into a `data:` URI, where `#` would end it:
 * colours are therefore named.
 */
export const qrCodeSvg = (text: string): string =>
  toSvgSource(generate(text, { minCorrectionLevel: correction.M }), {
    on: 'black',
    off: 'white',
    scale,
  });
