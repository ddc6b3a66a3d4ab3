/**
 * Unicode's `White_Space`, as the inside of a bracket expression. Its escapes are the same in JavaScript
 * and in PostgreSQL.
 */
export const WHITE_SPACE = String.raw`\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;

/** Punctuation that ends an address in a text of a script without spaces. */
const IDEOGRAPHIC_PUNCTUATION = String.raw`\u3001\u3002\u3008-\u3011\uFF01\uFF08\uFF09\uFF0C\uFF1A\uFF1B\uFF1F`;

/**
 * An address in a text, in which neither mentions nor hashtags are read: with a scheme, with `www.`, or a
 * domain with a path. The source of a regular expression for JavaScript and PostgreSQL.
 */
export const ADDRESS = String.raw`(?<![A-Za-z0-9])(?:[A-Za-z][A-Za-z0-9+.-]*://|www\.|(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/)[^${WHITE_SPACE}<>"${IDEOGRAPHIC_PUNCTUATION}]*`;
