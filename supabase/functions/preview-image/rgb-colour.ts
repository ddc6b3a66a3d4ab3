import type { DrawnColour } from '../../../packages/domain/src/drawn-colours.ts';
import type { Colour } from './canvas.ts';

/** Converts a colour of OKLCH to sRGB's channels from 0 to 255, cut off where sRGB ends. CSS Color 4, section 20. */
export function rgbColour([lightness, chroma, hue]: DrawnColour): Colour {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** A channel of linear light, 0 to 1, in sRGB's encoding. */
function channel(linear: number): number {
  const light = Math.min(1, Math.max(0, linear));
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}
