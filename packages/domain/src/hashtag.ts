import { HASHTAGS_MAX } from './limits.ts';

/** The characters of a hashtag: letters (of any script, with their marks), digits and underscore. */
const TAG_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_]`;

const TAG = new RegExp(`#(${TAG_CHARACTER}+)`, 'gu');

/** Hashtags at the end of a text. A number, as in 'We are #1', belongs to the sentence. */
const TRAILING_TAGS = new RegExp(String.raw`(?:(^|\s+)#(?!\d+(\s|$))${TAG_CHARACTER}+)+\s*$`, 'u');

/** Captures, so that `split` keeps the hashtags. */
const TAG_BOUNDARY = new RegExp(`(#${TAG_CHARACTER}+)`, 'u');

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

/** A text without the hashtags at its end. */
export function removeTrailingHashtags(text: string): string {
  return text.replace(TRAILING_TAGS, '');
}

/** A part of a text: a hashtag with its `#`, or the text between two hashtags. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  isTag: boolean;
}

/** Splits a text at its hashtags. The concatenated parts are the text. */
export function splitAtHashtags(text: string): TextPart[] {
  let end = 0;
  return text.split(TAG_BOUNDARY).map((part, index) => ({
    start: (end += part.length) - part.length,
    text: part,
    isTag: index % 2 === 1,
  }));
}
