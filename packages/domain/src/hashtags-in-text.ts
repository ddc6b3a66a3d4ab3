import { ADDRESS } from './address.ts';
import { TAG_CHARACTER, TAG_NAME } from './hashtag-characters.ts';

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
