/** The characters of a mentioned username, the same as in the database's private.mentioned_handles. */
const NAME_CHARACTER = '[A-Za-z0-9._-]';
const MENTION = new RegExp(
  `(?<![A-Za-z0-9._@-])@(${NAME_CHARACTER}{3,30})(?!${NAME_CHARACTER})`,
  'g',
);
const BEGUN_MENTION = new RegExp(`(?<![A-Za-z0-9._@-])@(${NAME_CHARACTER}{1,30})$`);

/** A part of a comment's text; `username` is set if the part is a mention. */
interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  username?: string;
}

/** Splits a text into mentions and the text between them. Trailing dots and dashes do not belong to a mention. */
export function splitMentions(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 1: found = '' } of content.matchAll(MENTION)) {
    const username = found.replace(/[._-]+$/, '');
    if (username.length < 3) continue;
    if (index > end) parts.push({ start: end, text: content.slice(end, index) });
    end = index + 1 + username.length;
    parts.push({ start: index, text: content.slice(index, end), username });
  }
  if (end < content.length) parts.push({ start: end, text: content.slice(end) });
  return parts;
}

/** The unfinished mention before the caret, without its `@`; undefined if there is none. */
export function begunMention(text: string, caret: number): string | undefined {
  return BEGUN_MENTION.exec(text.slice(0, caret))?.[1];
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
