import { CODE_POINTS_PER_CHARACTER } from './limits.ts';

/** Characters as people count them: a letter with its marks is one, and so is an emoji of several people. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The number of characters in a text as people count them: Unicode's grapheme clusters. */
export function countCharacters(text: string): number {
  return Array.from(characters.segment(text)).length;
}

/**
 * A text cut to a number of characters as people count them, never through the middle of one, and to the
 * code points that the database accepts for as many.
 */
export function truncateText(text: string, most: number): string {
  // Each character has at least one code unit.
  if (text.length <= most) return text;
  let count = 0;
  let codePoints = 0;
  for (const { segment, index } of characters.segment(text)) {
    count += 1;
    codePoints += Array.from(segment).length;
    if (count > most || codePoints > most * CODE_POINTS_PER_CHARACTER) return text.slice(0, index);
  }
  return text;
}

/** Whether a text has at most a number of characters, see `truncateText`. */
export const fits = (text: string, most: number): boolean => truncateText(text, most) === text;
