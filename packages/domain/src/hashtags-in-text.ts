import { ADDRESS } from './address.ts';
import { TAG_CHARACTER, foldHashtag, isTag, TAG_NAME } from './hashtag-name.ts';

/** Not within a word, an entity such as `&#39;`, or an address. */
const SIGN = String.raw`(?<!(?!\p{DI})[\p{L}\p{Mn}\p{Mc}\p{N}_&/=])[#\uFF03]`;

/** An address, or a hashtag, whose first group is its name. */
const ADDRESS_OR_TAG = new RegExp(`${ADDRESS}|${SIGN}(${TAG_NAME})(?!${TAG_CHARACTER}|://)`, 'gu');

/** A text without the hashtags at its end. A number, as in 'We are #1', belongs to the sentence. */
export function removeTrailingHashtags(text: string): string {
  const parts = splitAtHashtags(text.trimEnd());
  let end: number | undefined;
  for (const [index, { start, text: written, tag }] of [...parts.entries()].reverse()) {
    const before = parts[index - 1];
    if (tag === undefined ? written.trim() !== '' : /^\d+$/.test(tag)) break;
    if (tag === undefined) continue;
    if (before && !/\s$/.test(before.text)) break;
    end = start;
  }
  return end === undefined ? text : text.slice(0, end).trimEnd();
}

/** A part of a text: a hashtag with its `#`, or the text between two hashtags. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  /** The hashtag as drops store it; undefined for other text. */
  tag?: string;
}

/** Splits a text at its hashtags. The concatenated parts are the text. */
export function splitAtHashtags(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: written, 1: name } of text.matchAll(ADDRESS_OR_TAG)) {
    const tag = name === undefined ? '' : foldHashtag(name);
    if (!isTag(tag)) continue;
    if (index > end) parts.push({ start: end, text: text.slice(end, index) });
    end = index + written.length;
    parts.push({ start: index, text: written, tag });
  }
  if (end < text.length || parts.length === 0) parts.push({ start: end, text: text.slice(end) });
  return parts;
}
