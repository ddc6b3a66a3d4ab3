import { begunMention as findBegun, findMentions } from '@undertone/domain/mention';

/** A part of a comment's text; `username` is set if the part is a mention. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  username?: string;
}

/** Splits a text into mentions and the text between them. */
export function splitMentions(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { start, username } of findMentions(content)) {
    if (start > end) parts.push({ start: end, text: content.slice(end, start) });
    end = start + 1 + username.length;
    parts.push({ start, text: content.slice(start, end), username });
  }
  if (end < content.length) parts.push({ start: end, text: content.slice(end) });
  return parts;
}

/** The unfinished mention before the caret, without its `@`; undefined if there is none. */
export function begunMention(text: string, caret: number): string | undefined {
  return findBegun(text.slice(0, caret));
}

/** Completes the mention before the caret. @returns the new text, and the caret's place in it */
export function completeMention(
  text: string,
  caret: number,
  username: string,
): { text: string; caret: number } {
  const begun = begunMention(text, caret) ?? '';
  const before = `${text.slice(0, caret - begun.length)}${username} `;
  const after = text.slice(caret).replace(/^ /, '');
  return { text: before + after, caret: before.length };
}
