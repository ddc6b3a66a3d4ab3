import type { DrawnColour } from '../../../packages/domain/src/drawn-colours.ts';
import { linearRgb } from '../../../packages/domain/src/linear-rgb.ts';
import type { Colour } from './canvas.ts';

/** Converts a colour of OKLCH to sRGB's channels from 0 to 255, cut off where sRGB ends. */
export function rgbColour(colour: DrawnColour): Colour {
  const [red, green, blue] = linearRgb(colour);
  return [encode(red), encode(green), encode(blue)];
}

/** Encodes a channel of linear light as sRGB does. CSS Color 4, section 10.2. */
const encode = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
