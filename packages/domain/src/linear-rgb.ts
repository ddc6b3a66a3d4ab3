import type { DrawnColour } from './drawn-colours.ts';

/**
 * Converts a colour of OKLCH to linear light: red, green and blue of sRGB's primaries from 0 to 1, cut off where sRGB
 * ends. Matrices from CSS Color 4, section 20, which has them from Ottosson's "A perceptual color space".
 */
export function linearRgb([lightness, chroma, hue]: DrawnColour): readonly [
  number,
  number,
  number,
] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    withinRange(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    withinRange(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    withinRange(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const withinRange = (channel: number): number => Math.min(1, Math.max(0, channel));
