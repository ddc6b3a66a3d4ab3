/** What a username may be made of, as the database reads mentions: see private.mentioned_handles. */
const NAME_CHARACTER = '[A-Za-z0-9._-]';
const MENTION = new RegExp(
  `(?<![A-Za-z0-9._@-])@(${NAME_CHARACTER}{3,30})(?!${NAME_CHARACTER})`,
  'g',
);
const BEGUN_MENTION = new RegExp(`(?<![A-Za-z0-9._@-])@(${NAME_CHARACTER}{1,30})$`);

/** A piece of a comment's text, and whose name it is when it mentions someone. */
interface TextPart {
  /** Where it begins. */
  start: number;
  text: string;
  username?: string;
}

/** A text in pieces, each mention one. A dot or dash after a name ends the sentence, not the name. */
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

/** The mention that is being typed just before the caret, without its `@`; undefined when none is. */
export function begunMention(text: string, caret: number): string | undefined {
  return BEGUN_MENTION.exec(text.slice(0, caret))?.[1];
}

/** A text in which the mention before the caret has been completed, and where the caret is then. */
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
