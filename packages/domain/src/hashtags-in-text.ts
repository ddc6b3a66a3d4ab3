/** The characters of a hashtag: letters (of any script, with their marks), digits and underscore. */
export const TAG_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_]`;

/** Hashtags at the end of a text. A number, as in 'We are #1', belongs to the sentence. */
const TRAILING_TAGS = new RegExp(String.raw`(?:(^|\s+)#(?!\d+(\s|$))${TAG_CHARACTER}+)+\s*$`, 'u');

/** Captures, so that `split` keeps the hashtags. */
const TAG_BOUNDARY = new RegExp(`(#${TAG_CHARACTER}+)`, 'u');

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
