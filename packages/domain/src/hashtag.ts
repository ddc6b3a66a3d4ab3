import { HASHTAGS_MAX } from './limits.ts';

/** Letters (of any script, with their marks), digits and underscore. */
const TAG_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_]`;

/**
 * The hashtags in a text, without their `#`: lowercased, each once, in the
 * order in which they first occur, and no more than `HASHTAGS_MAX`.
 */
export function detectHashtags(text: string): string[] {
  const tags = new Set<string>();
  for (const [, tag = ''] of text.matchAll(new RegExp(`#(${TAG_CHARACTER}+)`, 'gu'))) {
    tags.add(tag.toLowerCase());
  }
  return [...tags].slice(0, HASHTAGS_MAX);
}

/** Hashtags at the end of a text, each after a space. A number, as in 'We are #1', belongs to the sentence. */
const LAST_TAGS = new RegExp(`(?:(?:^|\\s+)#(?!\\d+(?:\\s|$))${TAG_CHARACTER}+)+\\s*$`, 'u');

const TAG_IN_TEXT = new RegExp(`(#${TAG_CHARACTER}+)`, 'u');

/** A text without the hashtags at its end. */
export function withoutLastHashtags(text: string): string {
  return text.replace(LAST_TAGS, '');
}

/** Splits a text at its hashtags. @returns the texts between them and, at odd indexes, the hashtags with their `#` */
export function splitAtHashtags(text: string): string[] {
  return text.split(TAG_IN_TEXT);
}

/**
 * Removes all occurrences of a hashtag, regardless of case, and the spaces that they leave. Longer
 * tags with the same beginning stay.
 */
export function removeHashtag(text: string, tag: string): string {
  return text
    .replaceAll(new RegExp(`#(${TAG_CHARACTER}+)`, 'gu'), (written, name: string) =>
      name.toLowerCase() === tag.toLowerCase() ? '' : written,
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
