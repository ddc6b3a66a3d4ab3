import { ADDRESS } from './address.ts';

/** What may not stand before the `@` of a mention: a letter or digit, as in an email address, and the end of an address's part. */
const NOT_AFTER = String.raw`(?<![A-Za-z0-9_@\uFF20/=-])[@\uFF20]`;

/**
 * What may not follow the name: more of a longer name, the host of an account elsewhere, an accented
 * letter, and the rest of a scheme.
 */
const NOT_BEFORE = String.raw`(?![.-]*[A-Za-z0-9_]|[@\uFF20\u00C0-\u024F\u0300-\u036F\u1E00-\u1EFF]|://)`;

/**
 * An address, or a mention, whose first group is the name. The source of a regular expression for
 * JavaScript and PostgreSQL (`private.mentioned_handles`).
 */
export const ADDRESS_OR_MENTION = String.raw`${ADDRESS}|${NOT_AFTER}([A-Za-z0-9_][A-Za-z0-9._-]{1,28}[A-Za-z0-9_])${NOT_BEFORE}`;

const MENTIONS = new RegExp(ADDRESS_OR_MENTION, 'g');
const BEGUN_MENTION = new RegExp(`${NOT_AFTER}([A-Za-z0-9_][A-Za-z0-9._-]{0,29})$`);

/** A mention in a text. */
interface Mention {
  /** Index of its `@`. */
  start: number;
  /** The name as it is written, without the `@`. */
  username: string;
}

/** The mentions in a text, in their order. Dots and hyphens after a name belong to the sentence. */
export function findMentions(text: string): Mention[] {
  return [...text.matchAll(MENTIONS)].flatMap(({ index, 1: username }) =>
    username === undefined ? [] : { start: index, username },
  );
}

/** The unfinished mention at the end of a text, without its `@`; undefined if there is none. */
export function begunMention(text: string): string | undefined {
  return BEGUN_MENTION.exec(text)?.[1];
}
