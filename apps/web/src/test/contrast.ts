import type { DrawnColour } from '@undertone/domain/drawn-colours';
import { linearRgb } from '@undertone/domain/linear-rgb';

/** Relative luminance by WCAG 2.2, of a colour that sRGB can show. */
function luminance(colour: DrawnColour): number {
  const [red, green, blue] = linearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: DrawnColour, other: DrawnColour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}
