/** The characters of a hashtag: letters (of any script, with their marks), digits and underscore. */
export const TAG_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_]`;

/** Hashtags at the end of a text. A number, as in 'We are #1', belongs to the sentence. */
const LAST_TAGS = new RegExp(String.raw`(?:(^|\s+)#(?!\d+(\s|$))${TAG_CHARACTER}+)+\s*$`, 'u');

const TAG_IN_TEXT = new RegExp(`(#${TAG_CHARACTER}+)`, 'u');

/** A text without the hashtags at its end. */
export function withoutLastHashtags(text: string): string {
  return text.replace(LAST_TAGS, '');
}

/** A part of a text: a hashtag with its `#`, or what stands between two. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  isTag: boolean;
}

/** Splits a text at its hashtags. The parts together are the text. */
export function splitAtHashtags(text: string): TextPart[] {
  let end = 0;
  return text.split(TAG_IN_TEXT).map((part, index) => ({
    start: (end += part.length) - part.length,
    text: part,
    isTag: index % 2 === 1,
  }));
}
