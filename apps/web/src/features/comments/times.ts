import { ADDRESS } from '@undertone/domain/address';

/** A time such as 0:12, but not a part of a longer number, of a time with hours or of a word. */
const TIME = String.raw`(?<![\d:\p{L}]|\d[.,])(\d{1,2}):([0-5]\d)(?!:?\d|[.,]\d|\p{L})`;

/** An address, or a time, whose groups are its minutes and seconds. */
const ADDRESS_OR_TIME = new RegExp(`${ADDRESS}|${TIME}`, 'gu');

/** A part of a comment's text; `seconds` is set if the part is a time. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  seconds?: number;
}

/** Splits a text into the times before the end of a clip, and the text between them. @param duration seconds */
export function splitTimes(content: string, duration: number): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(ADDRESS_OR_TIME)) {
    // An address.
    if (match[1] === undefined) continue;
    const seconds = Number(match[1]) * 60 + Number(match[2]);
    if (seconds >= duration) continue;
    const start = match.index;
    if (start > end) parts.push({ start: end, text: content.slice(end, start) });
    end = start + match[0].length;
    parts.push({ start, text: match[0], seconds });
  }
  if (end < content.length) parts.push({ start: end, text: content.slice(end) });
  return parts;
}
