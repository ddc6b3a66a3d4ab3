import { drawSleeve, type SleeveClip } from '../../../packages/domain/src/sleeve.ts';
import { Canvas } from './canvas.ts';
import { pathOutlines } from './path-outlines.ts';
import { rgbColour } from './rgb-colour.ts';

/** Line segments of a curve: a quarter of the largest circle differs by less than a pixel from them. */
const PIECES = 24;

/** Draws the sleeve of a clip as a square. @param size its side, pixels */
export function sleeveCanvas(clip: SleeveClip, size: number): Canvas {
  const { ground, layers } = drawSleeve(clip);
  const canvas = new Canvas(size, size, rgbColour(ground));
  for (const { colour, opacity, path } of layers) {
    canvas.fillOutlines(pathOutlines(path, 0, 0, size / 100, PIECES), rgbColour(colour), opacity);
  }
  return canvas;
}
