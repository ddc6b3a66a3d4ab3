/** A CSS colour: lightness (0 to 1), chroma, and hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Relative luminance by WCAG 2.2, of a colour that sRGB can show. Matrices from Ottosson's "A perceptual color space". */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = shown(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = shown(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = shown(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}
