import { ADDRESS } from './address.ts';

/**
 * A character of a hashtag: letters, marks and digits of any script, and underscore. `XID_Continue` excludes
 * those that NFKC turns into something else, as it does the Arabic ligature of a whole sentence with its spaces.
 */
const TAG_CHARACTER = String.raw`(?:(?=\p{XIDC})(?!\p{DI})[\p{L}\p{M}\p{Nd}\p{Nl}]|[_＿])`;

const LETTER = String.raw`[\p{L}\p{M}]`;

/**
 * Characters that belong to a hashtag between two letters: the joiners of Persian and Indic words, the middle dots
 * of Katakana and Catalan, the Hebrew marks of abbreviations and the Tibetan mark between syllables.
 */
const MEDIAL = String.raw`[\u200C\u200D・･·\u05F3\u05F4\u0F0B]`;

/** The source of a regular expression for a hashtag without its `#`. */
export const TAG_NAME = `${TAG_CHARACTER}+(?:(?<=${LETTER})${MEDIAL}(?=${LETTER})${TAG_CHARACTER}+)*`;

/** Not within a word, an entity such as `&#39;`, or an address. */
const SIGN = `(?<!${TAG_CHARACTER}|[&/=])[#＃]`;

/** An address, or a hashtag, whose first group is its name. */
const ADDRESS_OR_TAG = new RegExp(`${ADDRESS}|${SIGN}(${TAG_NAME})(?!${TAG_CHARACTER}|://)`, 'gu');

/** Hashtags at the end of a text. A number, as in 'We are #1', belongs to the sentence. */
const TRAILING_TAGS = new RegExp(String.raw`(?:(^|\s+)[#＃](?!\d+(\s|$))${TAG_NAME})+\s*$`, 'u');

/** A text without the hashtags at its end. */
export const removeTrailingHashtags = (text: string): string => text.replace(TRAILING_TAGS, '');

/** A part of a text: a hashtag with its `#`, or the text between two hashtags, which may be empty. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  /** The hashtag as it is written, without its `#`; undefined for other text. */
  name?: string;
}

/** Splits a text at its hashtags. The concatenated parts are the text. */
export function splitAtHashtags(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: written, 1: name } of text.matchAll(ADDRESS_OR_TAG)) {
    if (name === undefined) continue;
    parts.push({ start: end, text: text.slice(end, index) }, { start: index, text: written, name });
    end = index + written.length;
  }
  return [...parts, { start: end, text: text.slice(end) }];
}
