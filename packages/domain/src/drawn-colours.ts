/** A colour in OKLCH: lightness and chroma as CSS writes them, hue in degrees. */
export type DrawnColour = readonly [lightness: number, chroma: number, hue: number];

/** The range of hues, in degrees: all except those around the orange that means voice. */
const FIRST_HUE = 112;
const HUES = 268;

/**
 * The hue of an account, in the picture drawn for it and on the sleeves of its drops.
 * @param random the numbers of the account's id
 */
export const drawnHue = (random: () => number): number =>
  (FIRST_HUE + Math.floor(random() * HUES)) % 360;

/** The colour as CSS writes it. */
export const cssColour = (colour: DrawnColour): string => `oklch(${colour.join(' ')})`;

/** Colours of a hue, from light to dark. Their chroma is within sRGB for nearly all hues. */
export const pale = (hue: number): DrawnColour => [0.94, 0.03, hue];
export const middle = (hue: number): DrawnColour => [0.56, 0.095, hue];
export const night = (hue: number): DrawnColour => [0.27, 0.05, hue];
