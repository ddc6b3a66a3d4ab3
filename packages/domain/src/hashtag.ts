import { TAG_CHARACTER } from './hashtags-in-text.ts';
import { HASHTAGS_MAX } from './limits.ts';

const TAG = new RegExp(`#(${TAG_CHARACTER}+)`, 'gu');

/**
 * The hashtags in a text, without their `#`: in lower case, each once, in the order of their first
 * occurrence, at most `HASHTAGS_MAX`.
 */
export function detectHashtags(text: string): string[] {
  const tags = new Set<string>();
  for (const [, tag = ''] of text.matchAll(TAG)) tags.add(tag.toLowerCase());
  return [...tags].slice(0, HASHTAGS_MAX);
}

/** Whether a text is a hashtag as drops store it: in lower case and without the `#`. */
export const isTag = (text: string): boolean => detectHashtags(`#${text}`)[0] === text;

/**
 * Removes all occurrences of a hashtag, in any case, and the spaces that remain. Longer hashtags with the
 * same beginning stay.
 */
export function removeHashtag(text: string, tag: string): string {
  return text
    .replaceAll(TAG, (written, name: string) =>
      name.toLowerCase() === tag.toLowerCase() ? '' : written,
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
